import Testing
@Test func placeholderLineInput() { #expect([1].count == 1) }
