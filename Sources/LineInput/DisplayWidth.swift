/// The columns that texts take on a terminal.
public enum DisplayWidth {
  private static let knowsCharacters: Void = useUTF8()

  /// The columns of a text as most terminals count them: wide characters take two, marks none.
  ///
  /// Controls count as what is shown in their place.
  public static func of(_ text: String) -> Int {
    _ = knowsCharacters
    return HarmlessText(text).width
  }
}
