import Testing
@Test func placeholderRecords() { #expect([1].count == 1) }
