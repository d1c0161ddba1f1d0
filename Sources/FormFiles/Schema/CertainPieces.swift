// What the form's own schemas say of a field beside `properties`: patternProperties and additionalProperties.

import Forms
import JSONText

/// The schemas that reach fields by pattern, or because no other keyword of the same schema does.
struct CertainPieces {
  private struct Part {
    var named: Set<Bytes>
    var patterns: [(pattern: any Pattern, schema: JSONValue)]
    var additional: JSONValue?
  }
  private var parts: [Part] = []
  private let document: SchemaDocument

  init(
    _ schemas: [JSONValue], _ document: SchemaDocument, _ constraints: ConstraintReader
  ) throws(SchemaFault) {
    self.document = document
    for schema in schemas {
      let additional = schema["additionalProperties"]
      let patterns = schema["patternProperties"]?.members.map(Array.init) ?? []
      if additional == nil, patterns.isEmpty { continue }
      let named = schema["properties"]?.members?.map { $0.keyBytes } ?? []
      var part = Part(named: Set(named), patterns: [], additional: additional)
      for member in patterns {
        part.patterns.append((try constraints.pattern(ofKey: member), member.value))
      }
      parts.append(part)
    }
  }

  /// The schemas that hold of a field by this name.
  func others(for name: Bytes) throws(SchemaFault) -> [JSONValue] {
    var out: [JSONValue] = []
    for part in parts {
      let patterns = part.patterns.count
      try document.count(rules: 1 + patterns * (1 + name.count / 64), at: document.root)
      let matching = part.patterns.filter { $0.pattern.match(name.span) == .matches }
      out += matching.map { $0.schema }
      if matching.isEmpty, !part.named.contains(name), let additional = part.additional {
        out.append(additional)
      }
    }
    return out
  }
}
