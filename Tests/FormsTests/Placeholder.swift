import Testing
@Test func placeholderForms() { #expect([1].count == 1) }
