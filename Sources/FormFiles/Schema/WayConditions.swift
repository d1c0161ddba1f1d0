// The conditions under which a form leads to a schema, as nodes.

import Forms
import JSONText

/// Makes the conditions of fields of the ways that lead to the schemas that declare them.
///
/// Where several ways lead to a schema, one node says that one of them holds, and is made once: the nodes
/// are in proportion to the ways, though what they would come to written out may be without measure.
struct WayConditions {
  let ways: [[SchemaWay]]
  let document: SchemaDocument
  let table: NodeTable
  private var joined: [Int: Condition] = [:]

  init(_ plans: FieldPlans, _ document: SchemaDocument, _ table: NodeTable) {
    ways = plans.ways
    self.document = document
    self.table = table
  }

  /// The conditions that must all hold for a schema to count, the outermost first.
  mutating func conditions(of number: Int, at schema: JSONValue) throws(SchemaFault) -> [Condition]
  {
    var out: [Condition] = []
    var at = number
    while let way = ways[at].first {
      if ways[at].count > 1 {
        out.append(try join(at, schema))
        break
      }
      if let condition = way.condition { out.append(try made(condition)) }
      at = way.from
    }
    try document.count(rules: out.count, at: schema)
    return out.reversed()
  }

  private mutating func join(_ number: Int, _ schema: JSONValue) throws(SchemaFault) -> Condition {
    if let known = joined[number] { return known }
    var nodes: [NodeID] = []
    for way in ways[number] {
      var all = try conditions(of: way.from, at: schema)
      if let condition = way.condition { all.append(try made(condition)) }
      let own = all.map { node($0) }
      nodes.append(table.all(own) ?? table.anything)
    }
    let condition = Condition.schema(table.any(nodes), holds: true)
    joined[number] = condition
    return condition
  }

  private func made(_ planned: PlannedCondition) throws(SchemaFault) -> Condition {
    switch planned {
    case .schema(let schema, let holds): .schema(try table.node(schema, .record), holds: holds)
    case .present(let name):
      // A name that is no field has no value while the form is filled.
      table.fields[name].map { .present($0) } ?? .schema(table.anything, holds: false)
    }
  }

  private func node(_ condition: Condition) -> NodeID {
    switch condition {
    case .schema(let node, true): node
    case .schema(let node, false): table.not(node)
    case .present(let field): table.present(field)
    }
  }
}
