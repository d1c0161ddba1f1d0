extension BuiltInForms {
  /// The default form.
  static let person = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Person",
      "type": "object",
      "properties": {
        "name": {
          "title": "Name",
          "type": "string",
          "x-maxCharacters": 10
        },
        "age": {
          "title": "Age",
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "x-plain": true,
          "x-characters": "0123456789"
        },
        "gender": {
          "title": "Gender",
          "enum": ["M", "F"]
        },
        "email": {
          "title": "Email",
          "type": "string",
          "pattern": "^([a-z0-9_\\.-]+)@([\\da-z\\.-]+)\\.([a-z\\.]{2,6})$",
          "x-error": {
            "pattern": "invalid email: small letters, digits, _ . - before the @; after it a name such as example.org that ends in a point and 2 to 6 letters or points"
          },
          "examples": ["kim.lee@example.org"]
        }
      },
      "required": ["name", "age", "gender", "email"]
    }

    """#
}
