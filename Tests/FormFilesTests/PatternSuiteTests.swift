import FormFiles
import Forms
import Testing

@Suite("Patterns: cases that others wrote")
struct PatternSuiteTests {
  @Test("JSON-Schema-Test-Suite: pattern, ecmascript-regex, non-bmp-regex, format regex")
  func jsonSchemaTestSuite() throws {
    let rows = try patternCases("json-schema-patterns.jsonl")
    var patterns = 0
    var formats = 0
    for row in rows {
      // The rows that hold numbers say that a pattern does not look at them: the judge's business.
      guard let text = row["data"] as? String else { continue }
      let schema = try #require(row["schema"] as? [String: Any])
      let valid = try #require(row["valid"] as? Bool)
      let name = "\(row["group"] ?? ""): \(row["test"] ?? "")"
      if let source = schema["pattern"] as? String {
        patterns += 1
        let pattern = try ECMAPattern(source)
        #expect((pattern.result(text) == .matches) == valid, "\(name)")
      } else {
        #expect(schema["format"] as? String == "regex")
        formats += 1
        #expect(isValidPattern(text) == valid, "\(name)")
      }
    }
    #expect(patterns == 70)
    #expect(formats == 14)
  }

  @Test("web-platform-tests: the pattern attribute")
  func webPlatformTests() throws {
    let rows = try patternCases("wpt-patterns.jsonl").filter {
      $0["expect"] as? String != "accept-empty"
    }
    #expect(rows.count == 5)
    for row in rows {
      let schema = try #require(row["fieldSchema"] as? [String: Any])
      let pattern = try ECMAPattern(#require(schema["pattern"] as? String))
      let text = try #require(row["input"] as? String)
      let expected = row["expect"] as? String == "accept"
      #expect((pattern.result(text) == .matches) == expected, "\(row["note"] ?? "")")
    }
  }

  @Test("Addresses against the person form's pattern")
  func emailAddresses() throws {
    let pattern = try ECMAPattern(#"^([a-z0-9_\.-]+)@([\da-z\.-]+)\.([a-z\.]{2,6})$"#)
    let rows = try patternCases("email-cases.jsonl")
    #expect(rows.count == 519)
    for row in rows {
      let text = try #require(row["input"] as? String)
      let expected = try #require(row["productAccepts"] as? Bool)
      let result = pattern.result(text)
      #expect(result == (expected ? .matches : .differs), "\(row["id"] ?? "")")
    }
  }
}
