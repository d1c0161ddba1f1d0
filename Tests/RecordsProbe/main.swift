import Forms
import Glibc
import Records

func bench(_ format: TextFormat) {
  let names = ["name", "age", "gender", "email"]
  let form = Form(
    name: "person", title: nil, about: nil,
    fields: names.map { Field(FieldDeclaration(name: Bytes($0.utf8))) },
    rules: Rules(nodes: [], root: nil))
  var record = Record(fieldCount: 4)
  record.set(0, Value(.text, Bytes("Kim Jones".utf8)))
  record.set(1, Value(.number, Bytes("30".utf8)))
  record.set(2, Value(.text, Bytes("F".utf8)))
  record.set(3, Value(.text, Bytes("mina.k123@example.org".utf8)))
  var writer = format.writer(for: form)
  var out: Bytes = []
  writer.begin(into: &out)
  var total = 0
  let start = clock()
  for _ in 0..<1_000_000 {
    writer.write(record, into: &out)
    if out.count > 65536 {
      total += out.count
      out.removeAll(keepingCapacity: true)
    }
  }
  let end = clock()
  print(format, total, Double(end - start) / 1000, "ns a record")
}
for f in TextFormat.allCases { bench(f) }
