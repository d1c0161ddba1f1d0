// The schemas of a file as the table of nodes that Forms judges by.

import Forms
import JSONText

/// Makes a node of each schema that is needed, once for each thing it is held against.
final class NodeTable {
  /// What a schema is held against.
  enum Subject: Hashable {
    /// A single value.
    case value
    /// A whole record.
    case record
    /// A whole record that it holds of without condition: its fields judge what they can by themselves.
    case wholeForm
  }

  private struct Key: Hashable {
    var offset: Int
    var subject: Subject
  }

  private(set) var nodes: [SchemaNode] = []
  private var places: [Key: NodeID] = [:]
  private var rests: [Int: NodeID] = [:]  // by offset
  fileprivate let document: SchemaDocument
  private let constraints: ConstraintReader
  /// The lists of values of the file.
  let choices: ChoiceLists
  /// The places of the fields by their names; those that are always asked.
  var fields: [Bytes: Int] = [:]
  var certain: [Bool] = []

  init(_ document: SchemaDocument, _ constraints: ConstraintReader) {
    self.document = document
    self.constraints = constraints
    choices = ChoiceLists(document)
  }

  /// The node that nothing passes.
  lazy var never: NodeID = {
    var node = SchemaNode()
    node.isNever = true
    return add(node)
  }()

  /// The node that everything passes.
  lazy var anything: NodeID = add(SchemaNode())

  private func add(_ node: SchemaNode) -> NodeID {
    nodes.append(node)
    return nodes.count - 1
  }

  /// The node of what a schema asserts through other schemas, without its own constraints.
  func rest(of schema: JSONValue) throws(SchemaFault) -> NodeID {
    if let known = rests[schema.offset] { return known }
    var node = SchemaNode()
    for member in schema.members.map(Array.init) ?? [] {
      guard let keyword = Keyword(named: member.key) else { continue }
      switch keyword {
      case .anyOf, .oneOf:
        // What lists choices is judged by the field itself.
        if try choices.list(keyword, member.value) != nil { continue }
        try combine(keyword, member.value, .value, into: &node)
      case .not, .if, .then, .else: try combine(keyword, member.value, .value, into: &node)
      default: break
      }
    }
    let id = add(node)
    rests[schema.offset] = id
    return id
  }

  /// The node that all of these must hold for; nil for none.
  func all(_ ids: [NodeID]) -> NodeID? {
    guard ids.count > 1 else { return ids.first }
    var node = SchemaNode()
    node.all = ids
    return add(node)
  }

  /// The node that one of these must hold for.
  func any(_ ids: [NodeID]) -> NodeID {
    var node = SchemaNode()
    node.any = ids
    return add(node)
  }

  /// The node that this one must not hold for.
  func not(_ id: NodeID) -> NodeID {
    var node = SchemaNode()
    node.not = id
    return add(node)
  }

  /// The node of records in which a field has a value.
  func present(_ field: Int) -> NodeID {
    var node = SchemaNode()
    var rules = ObjectRules()
    rules.required = [.field(field)]
    node.object = rules
    return add(node)
  }

  /// The node of a schema.
  func node(_ schema: JSONValue, _ subject: Subject) throws(SchemaFault) -> NodeID {
    guard let members = schema.members else {
      return schema.bool == false ? never : anything
    }
    let key = Key(offset: schema.offset, subject: subject)
    if let known = places[key] { return known }
    // The place is taken first, so that a schema may lead back to itself through its properties.
    let id = add(SchemaNode())
    places[key] = id
    try document.count(rules: 4 + members.count, at: schema)
    var node = SchemaNode()
    var object = ObjectReader(subject: subject)
    for member in members {
      guard let keyword = Keyword(named: member.key) else { continue }
      try combine(keyword, member.value, subject, into: &node)
      try document.count(rules: member.value.size, at: member.value)
      switch subject {
      case .value:
        if keyword == .title { node.title = member.value.string }
        if let constraint = try constraints.constraint(
          keyword, member.value, withoutChoices: false)
        {
          node.constraints.append(constraint)
        }
      case .record, .wholeForm:
        if keyword == .type, let types = TypeSet(json: member.value), !types.contains(.object) {
          node.constraints.append(.type(types))
        }
        try object.take(keyword, member.value, self, constraints)
      }
    }
    node.object = object.isStated ? object.rules : nil
    nodes[id] = node
    return id
  }

  private func combine(
    _ keyword: Keyword, _ value: JSONValue, _ subject: Subject, into node: inout SchemaNode
  ) throws(SchemaFault) {
    // What holds under a condition is not what the whole form's fields know.
    let under: Subject = subject == .wholeForm ? .record : subject
    switch keyword {
    case .reference: node.reference = try self.node(document.target(of: value), subject)
    case .allOf: node.all += try list(value, subject)
    case .anyOf: node.any = try list(value, under)
    case .oneOf: node.one = try list(value, under)
    case .not: node.not = try self.node(value, under)
    case .if: node.condition = try self.node(value, under)
    case .then: node.then = try self.node(value, under)
    case .else: node.otherwise = try self.node(value, under)
    default: break
    }
  }

  private func list(_ value: JSONValue, _ subject: Subject) throws(SchemaFault) -> [NodeID] {
    var out: [NodeID] = []
    for element in value.elements.map(Array.init) ?? [] {
      out.append(try node(element, subject))
    }
    return out
  }

  /// A member's name: a field's place, or the name itself.
  func member(_ name: Bytes) -> MemberName { fields[name].map { .field($0) } ?? .other(name) }
}

/// Reads the keywords that speak of a whole record.
struct ObjectReader {
  let subject: NodeTable.Subject
  private(set) var rules = ObjectRules()
  /// Whether any keyword spoke of the record.
  private(set) var isStated = false

  init(subject: NodeTable.Subject) { self.subject = subject }

  mutating func take(
    _ keyword: Keyword, _ value: JSONValue, _ table: NodeTable, _ constraints: ConstraintReader
  ) throws(SchemaFault) {
    var isMine = true
    switch keyword {
    case .properties:
      for member in value.members.map(Array.init) ?? [] {
        let name = table.member(member.keyBytes)
        rules.properties[name] = try property(name, member.value, table)
      }
    case .patternProperties:
      for member in value.members.map(Array.init) ?? [] {
        let node = try table.node(member.value, .value)
        rules.patterns.append((try constraints.pattern(ofKey: member), node))
      }
    case .additionalProperties: rules.additional = try table.node(value, .value)
    case .unevaluatedProperties: rules.unevaluated = try table.node(value, .value)
    case .propertyNames: rules.names = try table.node(value, .value)
    case .required:
      rules.required = names(value, table).filter { !isOwnOfField($0, table) }
    case .dependentRequired:
      for member in value.members.map(Array.init) ?? [] {
        rules.dependentRequired.append(
          (table.member(member.keyBytes), names(member.value, table)))
      }
    case .dependentSchemas:
      for member in value.members.map(Array.init) ?? [] {
        rules.dependentSchemas.append(
          (table.member(member.keyBytes), try table.node(member.value, .record)))
      }
    case .minProperties: rules.least = value.count
    case .maxProperties: rules.most = value.count
    case .const: try allow([value], table)
    case .enum: try allow(value.elements.map(Array.init) ?? [], table)
    default: isMine = false
    }
    if isMine { isStated = true }
  }

  /// In the form's own schema the fields judge their values and `required` themselves.
  private func isOwnOfField(_ name: MemberName, _ table: NodeTable) -> Bool {
    guard subject == .wholeForm, case .field(let i) = name else { return false }
    return table.certain[i]
  }

  private func property(
    _ name: MemberName, _ schema: JSONValue, _ table: NodeTable
  ) throws(SchemaFault) -> NodeID {
    isOwnOfField(name, table) ? table.anything : try table.node(schema, .value)
  }

  private func names(_ value: JSONValue, _ table: NodeTable) -> [MemberName] {
    value.elements.map { $0.map { table.member($0.stringBytes ?? []) } } ?? []
  }

  /// `const` or `enum`: the record is one of the objects listed; what is no object admits none.
  private mutating func allow(
    _ values: [JSONValue], _ table: NodeTable
  ) throws(SchemaFault) {
    var listed: [[(name: MemberName, value: Value)]] = []
    for value in values {
      guard let members = value.members else { continue }
      try table.document.count(rules: 1 + members.count, at: value)
      listed.append(members.map { (table.member($0.keyBytes), Value(json: $0.value)) })
    }
    guard let before = rules.exactly else {
      rules.exactly = listed
      return
    }
    // Both keywords stand in one schema: the objects that both list.
    let known = Set(listed.map { ObjectKey($0) })
    rules.exactly = before.filter { known.contains(ObjectKey($0)) }
  }
}

/// An object of a list, equal to others with the same members.
private struct ObjectKey: Hashable {
  private let members: [MemberName: Bytes]

  init(_ object: [(name: MemberName, value: Value)]) {
    var members: [MemberName: Bytes] = [:]
    for member in object { members[member.name] = Choice(value: member.value).key }
    self.members = members
  }
}
