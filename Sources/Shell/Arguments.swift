// The arguments of the command line, byte for byte.

/// What the system hands to `main`: pointers to C strings, and a last one that is null.
private typealias Vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

private nonisolated(unsafe) var givenCount: Int32 = 0
private nonisolated(unsafe) var givenVector: Vector?

/// The C library calls this before `main`, with the arguments of `main`.
///
/// `CommandLine` looks for them in files of the system, and gives none where it cannot open these.
@section(".init_array") @used
private let noteArguments: @convention(c) (Int32, Vector?, Vector?) -> Void = { count, vector, _ in
  unsafe givenCount = count
  unsafe givenVector = vector
}

/// The arguments of the program.
public enum Arguments {
  /// The arguments without the program's name; they need not be UTF-8.
  public static var given: [[UInt8]] {
    guard let vector = unsafe givenVector else { return [] }
    return unsafe (1..<max(1, Int(givenCount))).map { index in
      unsafe vector[index].map { unsafe [UInt8]($0) } ?? []
    }
  }
}

extension [UInt8] {
  /// The bytes of a C string.
  fileprivate init(_ text: UnsafePointer<CChar>) {
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    self = (0..<count).map { unsafe UInt8(bitPattern: text[$0]) }
  }
}
