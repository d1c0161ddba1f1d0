import Testing
@Test func placeholderShell() { #expect([1].count == 1) }
