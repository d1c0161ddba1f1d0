import CEditline

/// A Unicode scalar value, in the type of C's `wchar_t`.
///
/// 0xdc00 to 0xdcff stand for a byte that was no part of well-formed UTF-8; such a value never
/// enters a line.
typealias Scalar = Int32

/// The columns of a scalar on whose width all terminals agree, nil for the others.
///
/// Two such scalars side by side never join into one character. Taken from the scripts and blocks
/// whose East Asian Width is not ambiguous in practice: ASCII, Latin, Greek, Cyrillic, kana, CJK
/// ideographs, Hangul syllables.
@inline(__always)
func agreedWidth(_ scalar: Scalar) -> Int? {
  if scalar >= 0x20 && scalar <= 0x7e { return 1 }
  switch scalar {
  case 0xa1...0xa8, 0xaa...0xac, 0xaf...0x24f, 0x370...0x377, 0x37a...0x37f, 0x384...0x38a,
    0x38e...0x3a1, 0x3a3...0x482, 0x48a...0x52f:
    return 1
  case 0xac00...0xd7a3, 0x4e00...0x9fff, 0x3041...0x3096, 0x30a1...0x30fa: return 2
  default: return nil
  }
}

/// Whether a scalar controls a terminal, or is no scalar at all: it cannot be typed into a line.
@inline(__always)
func isControl(_ scalar: Scalar) -> Bool {
  scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0) || (scalar >= 0xd800 && scalar < 0xe000)
    || scalar > 0x10ffff
}

/// The scalars of a text.
func scalars(of text: some StringProtocol) -> [Scalar] {
  text.unicodeScalars.map { Scalar(bitPattern: $0.value) }
}

/// The text of scalars; what is no scalar becomes U+FFFD.
func string(of scalars: some Sequence<Scalar>) -> String {
  var view = String.UnicodeScalarView()
  for scalar in scalars {
    view.append(Unicode.Scalar(UInt32(bitPattern: scalar)) ?? "\u{fffd}")
  }
  return String(view)
}

/// The columns that the C library gives a scalar; negative where it knows none.
func libraryWidth(_ scalar: Scalar) -> Int { Int(wcwidth(scalar)) }
