import Testing
@Test func placeholderFormFiles() { #expect([1].count == 1) }
