import Testing
@Test func placeholderJSONText() { #expect([1].count == 1) }
