// The tree of rules that a form file states, as data. Nodes refer to each other by place, so that a tree may recur.

/// The place of a node in its form's rules.
public typealias NodeID = Int

/// The name of a record's member: one of the form's fields, or another one.
public enum MemberName: Sendable, Hashable {
  /// A field, by its place in the form.
  case field(Int)
  /// A name that is no field of the form.
  case other(Bytes)
}

/// One schema: what it asserts of a single value, of a whole record, and through others.
public struct SchemaNode: Sendable {
  /// The `false` schema: nothing passes.
  public var isNever = false
  /// `title`: what words call it where it is one of several.
  public var title: String?
  /// What it asserts of a value directly.
  public var constraints: [Constraint] = []
  /// `$ref`.
  public var reference: NodeID?
  /// `allOf`.
  public var all: [NodeID] = []
  /// `anyOf`; nil when not stated.
  public var any: [NodeID]?
  /// `oneOf`; nil when not stated.
  public var one: [NodeID]?
  /// `not`.
  public var not: NodeID?
  /// `if`.
  public var condition: NodeID?
  /// `then`.
  public var then: NodeID?
  /// `else`.
  public var otherwise: NodeID?
  /// What it asserts of an object; nil when it speaks of none.
  public var object: ObjectRules?

  /// A node that everything passes.
  public init() {}

  /// Gives the nodes that it holds the same value or record against.
  func leadsOn(_ body: (NodeID) -> Void) {
    if let reference { body(reference) }
    for other in all { body(other) }
    for other in any ?? [] { body(other) }
    for other in one ?? [] { body(other) }
    for other in [not, condition, then, otherwise] {
      if let other { body(other) }
    }
    for dependent in object?.dependentSchemas ?? [] { body(dependent.node) }
  }

  /// Whether it asserts nothing but its own constraints.
  var isSimple: Bool {
    !isNever && reference == nil && all.isEmpty && any == nil && one == nil && not == nil
      && condition == nil
  }
}

/// What a schema asserts of a record as a whole.
public struct ObjectRules: Sendable {
  /// `properties`: a node a name.
  public var properties: [MemberName: NodeID] = [:]
  /// `patternProperties`.
  public var patterns: [(pattern: any Pattern, node: NodeID)] = []
  /// `additionalProperties`.
  public var additional: NodeID?
  /// `unevaluatedProperties`.
  public var unevaluated: NodeID?
  /// `propertyNames`.
  public var names: NodeID?
  /// `required`.
  public var required: [MemberName] = []
  /// `dependentRequired`.
  public var dependentRequired: [(present: MemberName, required: [MemberName])] = []
  /// `dependentSchemas`.
  public var dependentSchemas: [(present: MemberName, node: NodeID)] = []
  /// `minProperties`.
  public var least: Int?
  /// `maxProperties`.
  public var most: Int?
  /// `const` or `enum` of objects: the record has the members of one of these and no others.
  public var exactly: [[(name: MemberName, value: Value)]]?

  /// Rules that every object passes.
  public init() {}
}
