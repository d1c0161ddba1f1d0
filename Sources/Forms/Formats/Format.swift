/// What a text is to be, by the name that JSON Schema's `format` gives it.
///
/// The meanings are those of JSON Schema validation 2020-12, section 7.3, and of the documents it
/// names; each case says which. A format is asserted: a text that does not have it is refused.
/// The format `regex` is no case here but a constraint of its own, `Constraint.isPattern`, for what
/// is a regular expression is known outside this module.
public enum Format: String, CaseIterable, Sendable {
  /// `full-date` of RFC 3339, such as 2024-02-29.
  case date
  /// `full-time` of RFC 3339, such as 18:30:00Z: the offset is part of it.
  case time
  /// `date-time` of RFC 3339, such as 2024-02-29T18:30:00Z.
  case dateTime = "date-time"
  /// `duration` of RFC 3339, appendix A, such as P3DT12H.
  case duration
  /// `Mailbox` of RFC 5321, section 4.1.2.
  case email
  /// A host name of RFC 1123, section 2.1, with the A-labels of RFC 5890.
  case hostname
  /// A dotted quad of decimal numbers, RFC 2673, section 3.2.
  case ipv4
  /// An address of RFC 4291, section 2.2, without a zone.
  case ipv6
  /// A UUID of RFC 4122 in its plain text form, of any version.
  case uuid
  /// A URI of RFC 3986, with its scheme.
  case uri
  /// A URI or a relative reference of RFC 3986.
  case uriReference = "uri-reference"
  /// A JSON pointer of RFC 6901 in its plain text form.
  case jsonPointer = "json-pointer"

  /// Whether a whole text, in UTF-8, has this format; nothing around it is passed over.
  public func accepts(_ text: Span<UInt8>) -> Bool {
    switch self {
    case .date: DateTimeShape.date(text) == .whole
    case .time: DateTimeShape.time(text) == .whole
    case .dateTime: DateTimeShape.dateTime(text) == .whole
    case .duration: DurationFormat.accepts(text)
    case .email: EmailFormat.accepts(text)
    case .hostname: HostnameFormat.accepts(text)
    case .ipv4: AddressFormat.acceptsIPv4(text)
    case .ipv6: AddressFormat.acceptsIPv6(text)
    case .uuid: UUIDShape.of(text) == .whole
    case .uri: URIFormat.accepts(text, mayBeRelative: false)
    case .uriReference: URIFormat.accepts(text, mayBeRelative: true)
    case .jsonPointer: JSONPointerFormat.accepts(text)
    }
  }

  /// Whether a text that has this format may begin like this.
  ///
  /// True of every beginning of a right text. False is exact for the formats of dates, times and
  /// UUIDs (`2024-13` and `2024-02-3` begin no date); for the others it tells of characters only.
  public func mayBegin(_ prefix: Span<UInt8>) -> Bool {
    switch self {
    case .date: DateTimeShape.date(prefix) != .wrong
    case .time: DateTimeShape.time(prefix) != .wrong
    case .dateTime: DateTimeShape.dateTime(prefix) != .wrong
    case .uuid: UUIDShape.of(prefix) != .wrong
    default: mayContain(prefix)
    }
  }

  /// Whether every character of a text may stand somewhere in a text of this format.
  public func mayContain(_ text: Span<UInt8>) -> Bool {
    guard let characters else { return true }
    return text.allAre(in: characters)
  }

  /// The characters that a text of this format may have; nil where any may be among them.
  private var characters: ASCIISet? {
    switch self {
    case .date: Self.dateCharacters
    case .time: Self.timeCharacters
    case .dateTime: Self.dateTimeCharacters
    case .duration: Self.durationCharacters
    case .email: Self.printable
    case .hostname: Self.hostCharacters
    case .ipv4: Self.ipv4Characters
    case .ipv6: Self.ipv6Characters
    case .uuid: Self.uuidCharacters
    case .uri, .uriReference: URIFormat.characters
    case .jsonPointer: nil
    }
  }

  private static let dateCharacters = ASCIISet.digits.union("-")
  private static let timeCharacters = ASCIISet.digits.union(":.+-Zz")
  private static let dateTimeCharacters = timeCharacters.union("Tt")
  private static let durationCharacters = ASCIISet.digits.union("PYMWDTHSpymwdths")
  private static let printable = ASCIISet.lettersAndDigits.union(
    " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
  private static let hostCharacters = ASCIISet.lettersAndDigits.union("-.")
  private static let ipv4Characters = ASCIISet.digits.union(".")
  private static let ipv6Characters = ASCIISet.hexDigits.union(":.")
  private static let uuidCharacters = ASCIISet.hexDigits.union("-")
}

extension Format {
  /// A text that has this format.
  public var example: String {
    switch self {
    case .date: "2024-02-29"
    case .time: "18:30:00Z"
    case .dateTime: "2024-02-29T18:30:00Z"
    case .duration: "P3DT12H"
    case .email: "mina@example.org"
    case .hostname: "www.example.org"
    case .ipv4: "192.0.2.10"
    case .ipv6: "2001:db8::1"
    case .uuid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    case .uri: "https://example.org/"
    case .uriReference: "/map?x=1"
    case .jsonPointer: "/list/0"
    }
  }
}
