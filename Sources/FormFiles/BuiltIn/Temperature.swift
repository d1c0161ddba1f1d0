extension BuiltInForms {
  /// Fahrenheit in, Celsius computed.
  static let temperature = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Temperature",
      "type": "object",
      "properties": {
        "fahrenheit": {
          "title": "Fahrenheit",
          "type": ["number", "null"],
          "x-placeholder": "value",
          "x-characters": "+-.0123456789",
          "x-unreadable": "none",
          "x-unit": "°F"
        },
        "celsius": {
          "title": "Celsius",
          "type": ["number", "null"],
          "readOnly": true,
          "x-calculate": "(fahrenheit - 32) * 5 / 9",
          "x-fractionDigits": 1,
          "x-unit": "°C",
          "x-none": "???"
        }
      }
    }

    """#
}
