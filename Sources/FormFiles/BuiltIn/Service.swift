extension BuiltInForms {
  /// A request for repair or help.
  static let service = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Service request",
      "description": "What is broken, where, and how bad it is.",
      "type": "object",
      "properties": {
        "reporter": { "title": "Reported by", "type": "string", "format": "email" },
        "category": {
          "title": "Kind of request",
          "oneOf": [
            { "const": "light", "title": "Street light" },
            { "const": "road", "title": "Road or pavement" },
            { "const": "waste", "title": "Waste" },
            { "const": "water", "title": "Water or drain" },
            { "const": "other", "title": "Something else" }
          ]
        },
        "place": { "title": "Where", "type": "string", "minLength": 3, "x-maxCharacters": 60 },
        "urgency": {
          "title": "Urgency",
          "oneOf": [
            { "const": 1, "title": "Danger to people" },
            { "const": 2, "title": "This week" },
            { "const": 3, "title": "Some time" }
          ],
          "default": 3
        },
        "seen": { "title": "Seen on", "type": "string", "format": "date" },
        "summary": { "title": "In one sentence", "type": "string", "x-maxCharacters": 80 }
      },
      "required": ["reporter", "category", "place", "urgency", "summary"],
      "allOf": [
        {
          "if": { "properties": { "category": { "const": "light" } }, "required": ["category"] },
          "then": {
            "properties": {
              "pole": { "title": "Number on the pole", "type": "integer", "minimum": 1, "maximum": 99999 }
            }
          }
        },
        {
          "if": { "properties": { "urgency": { "const": 1 } }, "required": ["urgency"] },
          "then": {
            "properties": {
              "callback": {
                "title": "Phone to call back",
                "type": "string",
                "pattern": "^\\+[1-9][0-9]{5,14}$",
                "x-error": { "pattern": "a plus sign, the country and the number in digits are wanted" },
                "examples": ["+4930123456"]
              }
            },
            "required": ["callback"]
          }
        }
      ]
    }

    """#
}
