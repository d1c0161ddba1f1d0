extension BuiltInForms {
  /// A visit to a clinic: questions that depend on answers, and a computed body-mass index.
  static let clinic = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Clinic visit",
      "description": "One visit of one patient. Questions that an answer makes needless are not asked.",
      "type": "object",
      "properties": {
        "patient": {
          "title": "Patient number",
          "description": "Two letters of the site, a dash, four digits.",
          "type": "string",
          "pattern": "^[A-Z]{2}-[0-9]{4}$",
          "x-error": { "pattern": "two capital letters, a dash and four digits are wanted" },
          "x-placeholder": "AB-1234",
          "examples": ["SE-0042"]
        },
        "date": { "title": "Date of visit", "type": "string", "format": "date" },
        "sex": {
          "title": "Sex",
          "oneOf": [
            { "const": "F", "title": "Female" },
            { "const": "M", "title": "Male" },
            { "const": "X", "title": "Other" }
          ]
        },
        "age": { "title": "Age", "type": "integer", "minimum": 0, "maximum": 120, "x-unit": "years" },
        "height": { "title": "Height", "type": "number", "minimum": 40, "maximum": 250, "x-unit": "cm" },
        "weight": { "title": "Weight", "type": "number", "minimum": 0.5, "maximum": 400, "x-unit": "kg" },
        "bmi": {
          "title": "Body-mass index",
          "type": ["number", "null"],
          "readOnly": true,
          "x-calculate": "weight / ((height / 100) * (height / 100))",
          "x-fractionDigits": 1,
          "x-unit": "kg/m²",
          "x-none": "not known yet"
        },
        "systolic": { "title": "Blood pressure, upper", "type": "integer", "minimum": 50, "maximum": 300, "x-unit": "mmHg" },
        "diastolic": { "title": "Blood pressure, lower", "type": "integer", "minimum": 20, "maximum": 200, "x-unit": "mmHg" },
        "smoker": {
          "title": "Smoking",
          "oneOf": [
            { "const": "never", "title": "Never smoked" },
            { "const": "former", "title": "Stopped" },
            { "const": "current", "title": "Smokes" }
          ],
          "default": "never"
        }
      },
      "required": ["patient", "date", "sex", "age", "height", "weight"],
      "dependentRequired": { "systolic": ["diastolic"], "diastolic": ["systolic"] },
      "allOf": [
        {
          "if": { "properties": { "smoker": { "const": "current" } }, "required": ["smoker"] },
          "then": {
            "properties": {
              "cigarettes": { "title": "Cigarettes a day", "type": "integer", "minimum": 1, "maximum": 100 }
            },
            "required": ["cigarettes"]
          }
        },
        {
          "if": {
            "properties": { "sex": { "const": "F" }, "age": { "minimum": 12, "maximum": 55 } },
            "required": ["sex", "age"]
          },
          "then": {
            "properties": { "pregnant": { "title": "Pregnant", "type": "boolean" } },
            "required": ["pregnant"]
          }
        }
      ],
      "x-check": [
        {
          "assert": "systolic > diastolic",
          "message": "the upper pressure must be above the lower one",
          "field": "diastolic"
        }
      ]
    }

    """#
}
