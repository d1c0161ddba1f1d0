extension BuiltInForms {
  /// Equipment that is lent, and comes back.
  static let checkout = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Equipment check-out",
      "description": "One piece of equipment that somebody takes along.",
      "type": "object",
      "$defs": { "day": { "type": "string", "format": "date" } },
      "properties": {
        "item": {
          "title": "Item",
          "enum": ["camera", "tripod", "drill", "ladder", "projector", "laptop"]
        },
        "tag": {
          "title": "Inventory tag",
          "type": "string",
          "pattern": "^[0-9]{6}$",
          "x-characters": "0123456789",
          "x-maxCharacters": 6,
          "x-error": { "pattern": "the six digits of the tag are wanted" },
          "examples": ["004217"]
        },
        "borrower": { "title": "Borrower", "type": "string", "x-maxCharacters": 40 },
        "out": { "title": "Out on", "$ref": "#/$defs/day" },
        "due": { "title": "Back by", "$ref": "#/$defs/day" },
        "days": {
          "title": "Days",
          "type": ["integer", "null"],
          "readOnly": true,
          "x-calculate": "julianday(due) - julianday(out)",
          "x-none": "?"
        },
        "deposit": {
          "title": "Deposit",
          "type": "number",
          "minimum": 0,
          "multipleOf": 0.01,
          "default": 0,
          "x-unit": "€"
        },
        "charged": { "title": "Battery charged", "type": "boolean", "default": true }
      },
      "required": ["item", "tag", "borrower", "out", "due"],
      "x-check": [
        { "assert": "due >= out", "message": "the day it is due is before the day it goes out", "field": "due" },
        { "assert": "days <= 30", "message": "nothing is lent for more than 30 days", "field": "due" },
        {
          "assert": "item NOT IN ('projector', 'laptop') OR deposit >= 50",
          "message": "a projector or laptop wants a deposit of 50 or more",
          "field": "deposit"
        }
      ]
    }

    """#
}
