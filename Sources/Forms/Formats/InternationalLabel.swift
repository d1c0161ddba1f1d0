@_spi(_Unicode) internal import Swift

/// Whether a label is a U-label: what IDNA 2008 lets stand in a name (RFC 5891, section 4.2.3).
///
/// Code points are classed by the rules of RFC 5892, over the standard library's Unicode data. The
/// rule for writing right to left (RFC 5893), which looks at the whole name, is not applied.
enum InternationalLabel {
  static func accepts(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, let last = label.last, first != "-", last != "-",
      !(label.count >= 4 && label[2] == "-" && label[3] == "-"),
      label.contains(where: { !$0.isASCII }), !isMark(first), isComposed(label)
    else { return false }
    return label.indices.allSatisfy { isAllowed($0, in: label) }
  }

  /// Whether the label is in normalization form C, as RFC 5891 demands.
  private static func isComposed(_ label: [Unicode.Scalar]) -> Bool {
    var text = ""
    text.unicodeScalars.append(contentsOf: label)
    return label.elementsEqual(text._nfc)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// RFC 5892, section 3, with the rules in context of appendix A.
  private static func isAllowed(_ index: Int, in label: [Unicode.Scalar]) -> Bool {
    let scalar = label[index]
    switch scalar.value {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0xB7:
      return index > 0 && index + 1 < label.count && label[index - 1] == "l"
        && label[index + 1] == "l"
    case 0x375: return index + 1 < label.count && IDNATables.greek.holds(label[index + 1])
    case 0x5F3, 0x5F4: return index > 0 && IDNATables.hebrew.holds(label[index - 1])
    case 0x30FB: return label.contains { IDNATables.kanaAndHan.holds($0) }
    case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
    case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0.value) }
    case 0x200C: return followsVirama(index, in: label) || joins(index, in: label)
    case 0x200D: return followsVirama(index, in: label)
    default: return isProtocolValid(scalar)
    }
  }

  private static func isProtocolValid(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    // Unstable, or to be passed over: RFC 5892, sections 2.2 to 2.4 and 2.9.
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint
      || properties.isWhitespace || properties.isNoncharacterCodePoint
      || IDNATables.ignorableBlocks.holds(scalar) || IDNATables.oldHangul.holds(scalar)
    {
      return false
    }
    if scalar == "-" { return true }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  private static func followsVirama(_ index: Int, in label: [Unicode.Scalar]) -> Bool {
    index > 0 && label[index - 1].properties.canonicalCombiningClass == .virama
  }

  /// Between letters that would join, past marks: RFC 5892, appendix A.1.
  private static func joins(_ index: Int, in label: [Unicode.Scalar]) -> Bool {
    let before = label[..<index].last { $0.properties.generalCategory != .nonspacingMark }
    let after = label[(index + 1)...].first { $0.properties.generalCategory != .nonspacingMark }
    guard let before, let after else { return false }
    return IDNATables.joining.holds(before) && !IDNATables.joiningBackOnly.holds(before)
      && IDNATables.joining.holds(after) && !IDNATables.joiningOnOnly.holds(after)
  }
}
