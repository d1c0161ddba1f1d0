import JSONText

/// What the tree's reader says is wrong with a text, or nil.
func fault(in text: [UInt8]) -> JSONFault? {
  do {
    _ = try JSONValue(parsing: text)
    return nil
  } catch {
    return error
  }
}

/// What the tree's reader says is wrong with a text, or nil.
func fault(in text: String) -> JSONFault? { fault(in: Array(text.utf8)) }

/// What the reader of records says is wrong with a line, or nil.
func fault(inRecord line: [UInt8]) -> JSONFault? {
  var reader = JSONLineReader()
  return reader.read(line.span)
}

/// What the reader of records says is wrong with a line, or nil.
func fault(inRecord line: String) -> JSONFault? { fault(inRecord: Array(line.utf8)) }

/// Numbers that look random and are the same in each run (splitmix64).
struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
