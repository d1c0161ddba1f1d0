extension BuiltInForms {
  /// A log of samples taken in the field.
  static let sample = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Sample log",
      "description": "A sample of water, soil or air, as it is taken.",
      "type": "object",
      "properties": {
        "label": {
          "title": "Label on the bottle",
          "type": "string",
          "pattern": "^[WSA][0-9]{5}$",
          "x-error": { "pattern": "W, S or A and five digits are wanted" },
          "examples": ["W00017"]
        },
        "taken": { "title": "Date taken", "type": "string", "format": "date" },
        "at": {
          "title": "Time taken",
          "type": "string",
          "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
          "x-characters": "0123456789:",
          "x-error": { "pattern": "hours and minutes are wanted, such as 08:30" },
          "x-placeholder": "hh:mm",
          "examples": ["08:30"]
        },
        "matrix": {
          "title": "What it is",
          "oneOf": [
            { "const": "water", "title": "Water" },
            { "const": "soil", "title": "Soil" },
            { "const": "air", "title": "Air" }
          ],
          "default": "water"
        },
        "latitude": { "title": "Latitude", "type": "number", "minimum": -90, "maximum": 90, "x-unit": "°" },
        "longitude": { "title": "Longitude", "type": "number", "minimum": -180, "maximum": 180, "x-unit": "°" },
        "temperature": { "title": "Temperature", "type": ["number", "null"], "minimum": -60, "maximum": 100, "x-unit": "°C" },
        "volume": { "title": "Volume", "type": "number", "exclusiveMinimum": 0, "maximum": 20, "multipleOf": 0.05, "x-unit": "l" },
        "collector": { "title": "Taken by", "type": "string", "x-maxCharacters": 30 },
        "note": { "title": "Note", "type": "string", "x-maxCharacters": 80 }
      },
      "required": ["label", "taken", "at", "matrix", "volume", "collector"],
      "dependentRequired": { "latitude": ["longitude"], "longitude": ["latitude"] },
      "if": { "properties": { "matrix": { "const": "water" } }, "required": ["matrix"] },
      "then": {
        "properties": {
          "ph": { "title": "pH", "type": "number", "minimum": 0, "maximum": 14, "multipleOf": 0.01 }
        },
        "required": ["ph"]
      },
      "x-check": [
        {
          "assert": "substr(label, 1, 1) = upper(substr(matrix, 1, 1))",
          "message": "the label begins with W for water, S for soil, A for air",
          "field": "label"
        }
      ]
    }

    """#
}
