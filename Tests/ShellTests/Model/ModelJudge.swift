import Foundation

/// A value as a record holds it: its text for a person and its JSON.
struct ModelValue: Equatable, Sendable {
  var text: String
  var json: String

  /// A text, written into JSON with no more escapes than the grammar wants.
  static func text(_ text: String) -> ModelValue {
    var json = ""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { json += "\\" }
      json.unicodeScalars.append(scalar)
    }
    return ModelValue(text: text, json: "\"\(json)\"")
  }

  /// A number with these digits.
  static func number(_ digits: String) -> ModelValue { ModelValue(text: digits, json: digits) }
}

/// What the rules say of an answer: a value, no value, or a refusal.
enum ModelVerdict: Equatable {
  case value(ModelValue?)
  case refused
}

/// One field of a form as the contract words it, told in code of its own.
struct ModelField: Sendable {
  var name: String
  var isRequired: Bool
  /// Whether answers lose outer spaces and tabs.
  var isText: Bool
  /// Accepted value and draft at the start of a record.
  var initial: ModelValue?
  /// Shown after a value.
  var unit = ""
  /// Judges a text that is not the empty line.
  var judge: @Sendable (String) -> ModelVerdict
}

/// A form: its fields, how its record is written and how it is finished.
struct ModelForm: Sendable {
  var name: String
  var fields: [ModelField]
  /// An answer to the last field stays there; `next`, `.done` or the script's end finishes.
  var staysOnLast = false
  /// The record's line of JSON.
  var record: @Sendable ([ModelValue?]) -> String

  static let person = ModelForm(
    name: "person",
    fields: [
      ModelField(name: "name", isRequired: true, isText: true) { text in
        guard text.count <= 10, text.allSatisfy({ $0.unicodeScalars.count <= 64 }) else {
          return .refused
        }
        return .value(.text(text))
      },
      ModelField(name: "age", isRequired: true, isText: false) { text in
        (1...100).contains { String($0) == text } ? .value(.number(text)) : .refused
      },
      ModelField(name: "gender", isRequired: true, isText: false) { text in
        text == "M" || text == "F" ? .value(.text(text)) : .refused
      },
      ModelField(name: "email", isRequired: true, isText: true) { text in
        isEmail(Array(text.utf8)) ? .value(.text(text)) : .refused
      },
    ],
    record: { values in
      let names = ["name", "age", "gender", "email"]
      let members = zip(names, values).map { "\"\($0)\":\($1?.json ?? "missing")" }
      return "{" + members.joined(separator: ",") + "}"
    })

  static let tiles = ModelForm(
    name: "tiles",
    fields: [
      ModelField(name: "count", isRequired: false, isText: false, initial: .number("12")) { text in
        // Swift's own reader of decimal digits takes one sign and any number of zeros, and no more.
        Int(text).map { .value(.number(String($0))) } ?? .refused
      }
    ],
    staysOnLast: true,
    record: { "{\"count\":\($0[0]?.json ?? "null")}" })

  static let temperature = ModelForm(
    name: "temperature",
    fields: [
      ModelField(name: "fahrenheit", isRequired: false, isText: false, unit: " °F") { text in
        var digits = text[...]
        var sign = digits.first == "-" ? "-" : ""
        if digits.first == "-" || digits.first == "+" { digits.removeFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
          let whole = parts.first, parts.joined().utf8.count == digits.utf8.count - parts.count + 1
        else { return .refused }
        // A sign and a point are a mere beginning; an empty text is none.
        if parts.joined().isEmpty { return text.isEmpty ? .refused : .value(nil) }
        guard Double(text)?.isFinite ?? false else { return .refused }
        let fraction = parts.count == 2 && !parts[1].isEmpty ? "." + parts[1] : ""
        // Reading: zero has no sign, as in the whole numbers.
        if !text.contains(where: { ("1"..."9").contains($0) }) { sign = "" }
        let plain = String(whole.drop { $0 == "0" })
        return .value(.number(sign + (plain.isEmpty ? "0" : plain) + fraction))
      }
    ],
    record: { values in
      let fahrenheit = values[0]?.json ?? "null"
      return "{\"fahrenheit\":\(fahrenheit),\"celsius\":\(celsius(fahrenheit) ?? "null")}"
    })

  /// Celsius with at most one fraction digit, in exact decimals.
  static func celsius(_ fahrenheit: String) -> String? {
    guard var exact = Decimal(string: fahrenheit) else { return nil }
    exact = (exact - 32) * 5 / 9
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, 1, .bankers)
    return rounded.description
  }

  /// `^([a-z0-9_\.-]+)@([\da-z\.-]+)\.([a-z\.]{2,6})$`, by hand.
  static func isEmail(_ bytes: [UInt8]) -> Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyz".utf8)
    let domain = letters.union("0123456789.-".utf8)
    let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      parts[0].allSatisfy({ domain.contains($0) || $0 == UInt8(ascii: "_") })
    else { return false }
    return (2...6).contains { count in
      let last = parts[1].suffix(count)
      let first = parts[1].dropLast(count)
      return last.count == count && first.last == UInt8(ascii: ".") && first.count > 1
        && last.allSatisfy { letters.contains($0) || $0 == UInt8(ascii: ".") }
        && first.dropLast().allSatisfy(domain.contains)
    }
  }
}
