extension BuiltInForms {
  /// A number of tiles that can be set again and again.
  static let tiles = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Tiles",
      "type": "object",
      "properties": {
        "count": {
          "title": "Count",
          "type": ["integer", "null"],
          "minimum": -9223372036854775808,
          "maximum": 9223372036854775807,
          "x-initial": 12,
          "x-characters": "+-0123456789"
        }
      },
      "x-finish": "next"
    }

    """#
}
