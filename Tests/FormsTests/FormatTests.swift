import Forms
import Testing

@Suite("Formats: what has them")
struct FormatTests {
  @Test("JSON-Schema-Test-Suite: the optional formats that are asserted")
  func jsonSchemaTestSuite() throws {
    var tested: [Format: Int] = [:]
    for row in try formatCases("json-schema-formats.jsonl") {
      // The rows that hold no text say that formats do not look at them: the judge's business.
      guard let text = row["data"] as? String else { continue }
      let schema = try #require(row["schema"] as? [String: Any])
      let format = try #require((schema["format"] as? String).flatMap(Format.init(rawValue:)))
      let valid = try #require(row["valid"] as? Bool)
      #expect(format.takes(text) == valid, "\(format.rawValue): \(row["test"] ?? "")")
      tested[format, default: 0] += 1
    }
    #expect(tested.count == Format.allCases.count)
    #expect(tested.values.reduce(0, +) == 457)
  }

  @Test("web-platform-tests: date and e-mail fields")
  func webPlatformTests() throws {
    var tested = 0
    for row in try formatCases("wpt-formats.jsonl") {
      let schema = try #require(row["fieldSchema"] as? [String: Any])
      let format = try #require((schema["format"] as? String).flatMap(Format.init(rawValue:)))
      let text = try #require(row["input"] as? String)
      switch row["expect"] as? String {
      case "accept": #expect(format.takes(text), "\(row["id"] ?? "")")
      case "refuse": #expect(!format.takes(text), "\(row["id"] ?? "")")
      // An empty line is no value, which is the walk's business.
      default: continue
      }
      tested += 1
    }
    #expect(tested == 34)
  }

  @Test("Every format has an example of its own kind", arguments: Format.allCases)
  func example(format: Format) {
    #expect(format.takes(format.example))
  }

  /// Verdicts read off the grammars that `Format` names, where the suite has no row.
  @Test(
    "By the grammar",
    arguments: [
      (.date, ["0000-01-01", "9999-12-31"], ["2024-02-29T", "2023-02-29", "2024-2-29"]),
      (
        .time, ["00:00:00.0z", "00:00:60+00:01", "23:58:60-00:01"],
        ["00:00:60+00:00", "12:00:00.Z"]
      ),
      (.time, ["00:30:00+23:59"], ["12:00:00+2:00", "12:00:00+02", "12:00:00Z0", "1:00:00Z", ""]),
      (.dateTime, ["2016-12-31T23:59:60Z"], ["2016-12-31 23:59:59Z", "2016-12-31", "T23:59:59Z"]),
      (
        .duration, ["p1d", "PT1H2M3S", "P1W"],
        ["P1W2D", "P1DT", "PT1S1M", "P1Y1Y", "T1S", "P1DT1D"]
      ),
      (
        .email, ["a@b", "A.b+c@x-y.example", "\"a\\\"b\"@c", "x@[IPv6:2001:db8::1]", "a/b=c@d"],
        [
          "a@b.", "a@.b", "a@-b", "a@b-", "a@[::1]", "a@[x:y]", "a@@b", "\"a\"b@c", "\"a@c", "é@b",
          "a@é",
        ]
      ),
      (
        .email,
        [String(repeating: "a", count: 64) + "@b"],
        [
          String(repeating: "a", count: 65) + "@b",
          "a@" + String(repeating: "b.", count: 128) + "b",
        ]
      ),
      (
        .hostname, ["a", "1.2.3.4", "XN--9N2BP8Q", String(repeating: "a.", count: 126) + "a"],
        [
          "xn--", "xn--a", "xn--a-", "a..b", "xn---", "xn--a-xbb", "ab.xn--ll-0e",
          String(repeating: "a.", count: 126) + "ab",
        ]
      ),
      (.ipv4, ["1.2.3.4"], ["01.2.3.4", "1.2.3.00", "1.2.3", "1.2.3.4.", "1.2.3.1000", "1,2.3.4"]),
      (
        .ipv6, ["1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::1.2.3.4", "ABCD::"],
        [
          "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1.2.3.4::", ":", ":::", "",
          "1:2:3:4:5:6:7:1.2.3.4", "::1:",
        ]
      ),
      (
        .uuid, ["FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF"],
        ["", "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}"]
      ),
      (
        .uri,
        [
          "a:", "http://", "file:///x", "x://u:p@[v1.a:b]:80/p?q/?#f/?", "http://[::1]", "a:b:c",
          "http://h:",
        ],
        [
          "", ":", "http://[::1", "http://[::1]x", "http://[::g]", "http://[v.a]", "a:b#c#d",
          "a:%4", "a:[", "é:a",
        ]
      ),
      (
        .uriReference, ["?", "#", "a/b:c", "//h:1/p", "../x", "*", "//[::1]?x"],
        ["a b", "//h:x", "%", "[", ":a", "a#b#c", "\\", "\u{7F}"]
      ),
      (.jsonPointer, ["/é~01"], ["~", "/a~", "é"]),
    ] as [(Format, [String], [String])])
  func grammar(format: Format, right: [String], wrong: [String]) {
    for text in right { #expect(format.takes(text), "\(text)") }
    for text in wrong { #expect(!format.takes(text), "\(text)") }
  }
}
