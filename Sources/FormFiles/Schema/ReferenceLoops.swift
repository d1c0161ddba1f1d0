// References that lead back to themselves, and nesting deeper than the judge follows, are refused.

import Forms
import JSONText

/// Follows every schema through the keywords that judge the same value: $ref, allOf, anyOf, oneOf, not, if, then, else, dependentSchemas.
///
/// `properties` and their like lead to another value, so a form may recur through them.
struct ReferenceLoops {
  /// Deeper than this is refused; the judge follows 128.
  static let deepest = 120

  private let document: SchemaDocument
  private var heights: [Int: Int] = [:]  // by offset; -1 while a schema is followed
  private var fields: [(schema: JSONValue, field: Bytes?)] = []
  private var waiting: [(schema: JSONValue, field: Bytes?)]

  /// Refuses the first loop of a file.
  static func refuse(in document: SchemaDocument) throws(SchemaFault) {
    var loops = ReferenceLoops(document)
    // Fields go first, so that a loop among definitions is told by the field that leads into it.
    while let (schema, field) = loops.fields.popLast() ?? loops.waiting.popLast() {
      do {
        _ = try loops.height(schema, field: field, depth: 0)
      } catch {
        throw field.map { error.naming($0) } ?? error
      }
    }
  }

  private init(_ document: SchemaDocument) {
    self.document = document
    waiting = [(document.root, nil)]
  }

  private mutating func height(
    _ schema: JSONValue, field: Bytes?, depth: Int
  ) throws(SchemaFault) -> Int {
    guard let members = schema.members else { return 0 }
    if let known = heights[schema.offset] {
      if known < 0 { throw SchemaFault(at: schema.offset, .referenceLoop) }
      if known + depth > ReferenceLoops.deepest { throw tooDeep(schema) }
      return known
    }
    guard depth <= ReferenceLoops.deepest else { throw tooDeep(schema) }
    heights[schema.offset] = -1
    var height = 0
    for member in members {
      guard let keyword = Keyword(named: member.key) else { continue }
      switch keyword {
      case .reference:
        let target = try document.target(of: member.value)
        if heights[target.offset] == -1, target.members != nil {
          throw SchemaFault(at: member.value.offset, .referenceLoop)
        }
        height = max(height, try self.height(target, field: field, depth: depth + 1) + 1)
      case .allOf, .anyOf, .oneOf:
        for element in member.value.elements.map(Array.init) ?? [] {
          height = max(height, try self.height(element, field: field, depth: depth + 1) + 1)
        }
      case .not, .if, .then, .else:
        height = max(height, try self.height(member.value, field: field, depth: depth + 1) + 1)
      case .dependentSchemas:
        for element in member.value.members.map(Array.init) ?? [] {
          height = max(height, try self.height(element.value, field: field, depth: depth + 1) + 1)
        }
      case .properties, .patternProperties, .definitions:
        for element in member.value.members.map(Array.init) ?? [] {
          if schema.offset == document.root.offset, keyword == .properties {
            fields.append((element.value, element.keyBytes))
          } else {
            waiting.append((element.value, field))
          }
        }
      case .additionalProperties, .unevaluatedProperties, .propertyNames:
        waiting.append((member.value, field))
      default: break
      }
    }
    heights[schema.offset] = height
    return height
  }

  private func tooDeep(_ schema: JSONValue) -> SchemaFault {
    SchemaFault(at: schema.offset, .tooDeep(limit: ReferenceLoops.deepest))
  }
}
