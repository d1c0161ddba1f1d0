// How the program ends, in one number.

/// The exit statuses (DESIGN.md, section 2).
enum ExitStatus {
  static let good: Int32 = 0
  static let refused: Int32 = 1
  static let usage: Int32 = 2
  static let file: Int32 = 3
  static let interrupted: Int32 = 130
  static let brokenPipe: Int32 = 141
  static let terminated: Int32 = 143
}
