extension BuiltInForms {
  /// A person or an office in an address list.
  static let contact = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Contact",
      "description": "An entry of an address list: at least one way to reach the person.",
      "type": "object",
      "properties": {
        "name": { "title": "Name", "type": "string", "x-maxCharacters": 60 },
        "organization": { "title": "Organization", "type": "string", "x-maxCharacters": 60 },
        "email": { "title": "E-mail", "type": "string", "format": "email", "maxLength": 254 },
        "phone": {
          "title": "Phone",
          "type": "string",
          "pattern": "^\\+[1-9][0-9]{5,14}$",
          "x-characters": "+0123456789",
          "x-error": { "pattern": "a plus sign, the country and the number in digits are wanted" },
          "x-placeholder": "+4930123456",
          "examples": ["+4930123456"]
        },
        "website": { "title": "Web page", "type": "string", "format": "uri" },
        "country": {
          "title": "Country",
          "description": "Two letters of ISO 3166.",
          "type": "string",
          "pattern": "^[A-Z]{2}$",
          "x-error": { "pattern": "two capital letters are wanted, such as KR" },
          "examples": ["KR", "DE"]
        },
        "preferred": {
          "title": "Best reached by",
          "oneOf": [
            { "const": "email", "title": "E-mail" },
            { "const": "phone", "title": "Phone" }
          ],
          "default": "email"
        },
        "birthday": { "title": "Birthday", "type": ["string", "null"], "format": "date" }
      },
      "required": ["name", "preferred"],
      "x-check": [
        {
          "assert": "preferred <> 'email' OR email IS NOT NULL",
          "message": "who is best reached by e-mail needs an address",
          "field": "email"
        },
        {
          "assert": "preferred <> 'phone' OR phone IS NOT NULL",
          "message": "who is best reached by phone needs a number",
          "field": "phone"
        }
      ]
    }

    """#
}
