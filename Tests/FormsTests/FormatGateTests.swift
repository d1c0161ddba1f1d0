import Forms
import Testing

@Suite("Formats: what may become right")
struct FormatGateTests {
  @Test("Whatever is right can be typed: each beginning of it may begin it")
  func beginnings() throws {
    var right: [(Format, String)] = Format.allCases.map { ($0, $0.example) }
    for row in try formatCases("json-schema-formats.jsonl") where row["valid"] as? Bool == true {
      let schema = try #require(row["schema"] as? [String: Any])
      let format = try #require((schema["format"] as? String).flatMap(Format.init(rawValue:)))
      if let text = row["data"] as? String { right.append((format, text)) }
    }
    #expect(right.count == 12 + 165)
    for (format, text) in right {
      #expect(format.contains(text))
      for length in 0...text.count {
        let prefix = String(text.prefix(length))
        #expect(format.begins(prefix), "\(format.rawValue) \(prefix)")
      }
    }
  }

  @Test(
    "No right text begins like this",
    arguments: [
      (
        .date,
        [
          "2024-13", "2024-02-3", "20a", "2024-2-", "2024-00", "2024-02-00", "2023-02-29", "-",
          "20240",
        ]
      ),
      (
        .date,
        [
          "2024-04-31", "2024-02-291", "2024-02-29T", "1900-02-29", " ", "2024/", "2024-3",
          "2024-12-4",
        ]
      ),
      (
        .time,
        ["3", "24", "12:6", "12:30:7", "12:30:61", "12:30:00 ", "12:30:00.Z", "12:30:00Zz", "1:"]
      ),
      (
        .time,
        ["12:30:00+24", "12:30:00+3", "12:30:00+02:6", "12:30:60Z", "12:30:60+13", "01:29:60+02"]
      ),
      (.dateTime, ["2024-02-30", "2024-02-29 ", "2024-02-29T25", "2024-02-29T12:30:00Z0"]),
      (.uuid, ["g", "6ba7b8109", "6ba7b810-9dad-11d1-80b4-00c04fd430c8a"]), (.ipv4, ["1.2.a"]),
      (.email, ["é", "a\u{7}"]), (.hostname, ["a_", "é"]), (.uri, ["a b", "é"]),
      (.duration, ["P1.5"]),
      (.ipv6, ["::g"]),
    ] as [(Format, [String])])
  func noBeginning(format: Format, texts: [String]) {
    for text in texts { #expect(!format.begins(text), "\(text)") }
  }

  /// The calendar is counted out here in another way: by days from the month's table.
  @Test("The gate of dates is exact", arguments: [1900, 2000, 2023, 2024])
  func exactDates(year: Int) {
    let isLeap = year == 2000 || year == 2024
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var right: Set<String> = []
    var beginnings: Set<String> = ["\(year)"]
    for (month, length) in lengths.enumerated() {
      for day in 1...length {
        let date = "\(year)-\(padded(month + 1))-\(padded(day))"
        right.insert(date)
        for count in 4...10 { beginnings.insert(String(date.prefix(count))) }
      }
    }
    for beginning in beginnings {
      #expect(Format.date.begins(beginning))
      #expect(Format.date.takes(beginning) == right.contains(beginning))
      for next in "0123456789-T: " {
        let longer = beginning + String(next)
        #expect(Format.date.begins(longer) == beginnings.contains(longer), "\(longer)")
        #expect(Format.date.takes(longer) == right.contains(longer), "\(longer)")
      }
    }
  }

  /// A leap second is 23:59:60 in UTC, and UTC is the local time less the offset.
  @Test("The gate of leap seconds is exact", arguments: [0, 1, 29, 719, 1_438, 1_439])
  func exactLeapSeconds(minuteOfDay: Int) {
    func clock(_ minute: Int) -> String {
      let text = "\(10_000 + minute / 60 * 100 + minute % 60)"
      return "\(text.dropFirst().prefix(2)):\(text.suffix(2))"
    }
    let time = clock(minuteOfDay) + ":60"
    #expect(Format.time.takes(time + "Z") == (minuteOfDay == 1_439))
    for (sign, factor) in [("+", 1), ("-", -1)] {
      var right: [String] = []
      for offset in 0..<1_440 {
        let text = time + sign + clock(offset)
        let isLast = (minuteOfDay - factor * offset + 1_440) % 1_440 == 1_439
        #expect(Format.time.takes(text) == isLast)
        if isLast { right.append(text) }
      }
      #expect(right.count == 1)
      for text in right {
        for length in time.count..<text.count {
          let prefix = String(text.prefix(length))
          for next in "0123456789:+-Z." {
            let longer = prefix + String(next)
            guard !longer.hasPrefix(time + "."), length > time.count else { continue }
            #expect(Format.time.begins(longer) == text.hasPrefix(longer), "\(longer)")
          }
        }
      }
    }
  }

  @Test("Characters that stand nowhere in a format")
  func characters() {
    #expect(Format.date.contains("2024-") && !Format.date.contains("2024T"))
    #expect(Format.time.contains("-0Z") && !Format.time.contains("T"))
    #expect(Format.uri.contains("%[]#") && !Format.uri.contains("^"))
    #expect(Format.jsonPointer.contains("é\n"))
  }
}
