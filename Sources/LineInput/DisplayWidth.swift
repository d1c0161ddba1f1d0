import Glibc

/// The columns that texts take on a terminal.
public enum DisplayWidth {
  /// Text is UTF-8 whatever the environment says; numbers and dates stay as they are.
  private static let knowsCharacters = setlocale(LC_CTYPE, "C.UTF-8") != nil

  /// The columns of a text as most terminals count them: wide characters take two, marks none.
  ///
  /// Controls count as what is shown in their place.
  public static func of(_ text: String) -> Int {
    _ = knowsCharacters
    return HarmlessText(text).width
  }
}
