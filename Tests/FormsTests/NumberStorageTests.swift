import Forms
import Testing

/// Numbers that a database's columns give back as they are.
@Suite struct NumberStorageTests {
  private func holds(_ storage: NumberStorage, _ digits: String) throws -> Bool {
    let bytes = Bytes(text: digits)
    let number = Decimal(bytes.span)
    return storage.holds(try #require(number))
  }

  @Test(arguments: [
    ("0", true), ("-1", true), ("1e3", true), ("2.0", true), ("2.5", false),
    // 2⁶³ - 1 and -2⁶³ are the ends of 64 bits with a sign.
    ("9223372036854775807", true), ("9223372036854775808", false),
    ("-9223372036854775808", true), ("-9223372036854775809", false), ("1e19", false),
  ])
  func wholeNumbersHave64Bits(_ digits: String, _ fits: Bool) throws {
    #expect(try holds(.int, digits) == fits)
  }

  @Test(arguments: [
    ("0.1", true), ("0.30000000000000004", true), ("-0", true), ("1e300", true), ("1e-300", true),
    ("6.02214076e23", true), ("1.2345678e21", true), ("100", true), ("1e22", true), ("1e23", true),
    // 2⁵³ + 1 is no double; 2⁵³ and 2⁵³ + 2 are.
    ("9007199254740992", true), ("9007199254740993", false), ("9007199254740994", true),
    // 2⁶³, 2⁷⁰ and 2¹⁰⁰ are doubles; what rounds to the first of them is another number.
    ("9223372036854775808", true), ("-9223372036854775808", true), ("9223372036854776000", false),
    ("1180591620717411303424", true), ("1267650600228229401496703205376", true),
    ("1267650600228229401496703205377", false), ("0.12345678901234567890", false),
    ("179769313486231570000000000000000000000", false),
  ])
  func aDoubleHoldsWhatItGivesBack(_ digits: String, _ fits: Bool) throws {
    #expect(try holds(.double, digits) == fits)
  }

  @Test func whatADoubleGivesBackIsThatDouble() throws {
    var state: UInt64 = 11
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let real = Double(bitPattern: state ^ state >> 29)
      guard real.isFinite else { continue }
      let digits = NumberStorage.digits(of: real)
      #expect(Double(digits) == real, "\(digits)")
      #expect(try holds(.double, digits), "\(digits)")
      // JSON has no number that ends in a point or has a plus sign before its digits.
      #expect(!digits.hasSuffix(".0") && !digits.hasPrefix("+"))
    }
    #expect(NumberStorage.digits(of: 0x1p63) == "9223372036854775808")
    #expect(NumberStorage.digits(of: -0x1p64) == "-18446744073709551616")
    #expect(NumberStorage.digits(of: 100) == "100")
    #expect(NumberStorage.digits(of: 0.5) == "0.5")
  }
}
