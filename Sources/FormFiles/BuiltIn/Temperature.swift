extension BuiltInForms {
  /// Fahrenheit in, Celsius computed.
  ///
  /// The sum is taken from 40 below zero, where both scales meet: that keeps small values of Celsius exact
  /// enough for every tie of a tenth.
  static let temperature = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Temperature",
      "type": "object",
      "properties": {
        "fahrenheit": {
          "title": "Temperature in Fahrenheit",
          "type": ["number", "null"],
          "x-placeholder": "value",
          "x-characters": "+-.0123456789",
          "x-unreadable": "none",
          "x-unit": "°F"
        },
        "celsius": {
          "title": "Temperature in Celsius",
          "type": ["number", "null"],
          "readOnly": true,
          "x-calculate": "(fahrenheit + 40) * 5 / 9 - 40",
          "x-fractionDigits": 1,
          "x-unit": "°C",
          "x-none": "???"
        }
      }
    }

    """#
}
