import Foundation
import TestSupport
import Testing

/// Every acceptance case has its test: a test's name begins with the id of its case.
@Suite struct BankCasesTests {
  private struct Case: Decodable {
    let id: String
  }

  /// Cases that the product does not meet, with the reason.
  static let otherwise: [String: String] = [:]

  @Test func everyCaseHasItsTest() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appendingPathComponent("Cases/bank-open.json"))
    let ids = Set(try JSONDecoder().decode([Case].self, from: data).map(\.id))
    #expect(ids.count == 101)
    var tested: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix("Bank") && name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for match in text.matches(of: #/@Test\(\s*"(bank-\d{3}): /#) {
        #expect(tested.insert(String(match.1)).inserted, "\(match.1) has two tests")
      }
    }
    #expect(tested.subtracting(ids).isEmpty)
    #expect(ids.subtracting(tested) == Set(Self.otherwise.keys))
  }
}
