import FormFiles
import Forms
import Testing

/// The built-in forms as DESIGN.md, section 3 has them.
struct BuiltInTests {
  private func verdict(_ form: Form, _ field: String, _ text: String) throws -> Bool {
    let i = try #require(form.index(named: Bytes(field.utf8)))
    var value = Value.absent
    return form.fields[i].judge(Bytes(text.utf8).span, form.rules, into: &value) == nil
  }

  @Test func areListedWithTheDefaultFirst() {
    #expect(FormFile.builtInNames.prefix(3) == ["person", "temperature", "tiles"])
    #expect(FormFile.builtIn("nosuch") == nil)
    #expect(FormFile.builtInText("nosuch") == nil)
  }

  /// The text that the program prints is the form that it runs, when read as any other file.
  @Test(arguments: ["person", "temperature", "tiles"])
  func textIsAFormFile(_ name: String) throws {
    let text = try #require(FormFile.builtInText(name))
    let read = try FormFile.read(text, name: name)
    let built = try #require(FormFile.builtIn(name))
    #expect(read.fields.map { $0.nameText } == built.fields.map { $0.nameText })
    #expect(read.digest == built.digest)
  }

  @Test(arguments: [
    ("name", "Kim", true), ("name", "0123456789", true), ("name", "01234567890", false),
    ("name", "👨‍👩‍👧‍👦éè12345é9", true), ("name", "👨‍👩‍👧‍👦éè12345é90", false),
    ("age", "1", true), ("age", "100", true), ("age", "0", false), ("age", "101", false),
    ("age", "+5", false), ("age", "05", false), ("age", " 5", false), ("age", "5.0", false),
    ("age", "1e1", false), ("age", "", false), ("age", "٣", false),
    ("gender", "M", true), ("gender", "F", true), ("gender", "m", false),
    ("gender", "Male", false), ("gender", " M", false),
    ("email", "kim.lee@example.org", true), ("email", "Kim@example.org", false),
    ("email", "kim@example", false), ("email", "kim@example.org.", true),
    ("email", "a@b.co", true), ("email", "a b@c.de", false),
  ])
  func personJudges(_ field: String, _ text: String, _ isRight: Bool) throws {
    let form = try #require(FormFile.builtIn("person"))
    #expect(try verdict(form, field, text) == isRight)
  }

  @Test func personAsksForAllFour() throws {
    let form = try #require(FormFile.builtIn("person"))
    #expect(form.fields.map { $0.nameText } == ["name", "age", "gender", "email"])
    #expect(form.fields.allSatisfy { $0.isRequired })
    #expect(form.isJudgedByFields)
    #expect(form.fields[1].wholeNumbers == 1...100)
    #expect(form.fields[2].choices?.list.map { $0.value.text.string } == ["M", "F"])
    let message = try #require(form.fields[3].errors["pattern"])
    #expect(message.hasPrefix("invalid email"))
  }
}
