// Conditions in words: when a field is asked, from the schemas that say so.

internal import Forms

/// Says schemas of conditions as a person would.
struct ConditionWords {
  let form: Form
  /// A schema within this many others is not told.
  private static let deepest = 4

  /// When a field is asked: `asked if kind is other`; nil where it always is.
  func words(_ field: Field) -> String? {
    if field.conditions.isEmpty { return nil }
    let ways = field.conditions.map { all in all.map(words).joined(separator: " and ") }
    return "asked " + ways.joined(separator: ", or ")
  }

  private func words(_ condition: Condition) -> String {
    switch condition {
    case .present(let i): "if \(form.fields[i].shownName) has a value"
    case .schema(let node, let holds): (holds ? "if " : "unless ") + words(node, of: nil, depth: 0)
    }
  }

  /// What a node asserts: of the record, or of the member with this name.
  private func words(_ id: NodeID, of name: String?, depth: Int) -> String {
    let unknown = "a rule of the form holds"
    guard depth < ConditionWords.deepest, form.rules.nodes.indices.contains(id) else {
      return unknown
    }
    let node = form.rules.nodes[id]
    func inner(_ ids: [NodeID], _ separator: String) -> String {
      ids.map { words($0, of: name, depth: depth + 1) }.joined(separator: separator)
    }
    if node.isNever { return "never" }
    var parts: [String] = []
    if let name { parts += constraints(node, name) }
    if let object = node.object, name == nil { parts += members(object, depth) }
    if let reference = node.reference { parts.append(inner([reference], "")) }
    if !node.all.isEmpty { parts.append(inner(node.all, " and ")) }
    if let any = node.any { parts.append(inner(any, " or ")) }
    if let one = node.one { parts.append(inner(one, " or else ")) }
    if let not = node.not { parts.append("not: " + inner([not], "")) }
    if node.condition != nil { parts.append(unknown) }
    return parts.isEmpty ? (name.map { $0 + " is anything" } ?? "always") : Self.joined(parts)
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: " and ") }

  private func members(_ object: ObjectRules, _ depth: Int) -> [String] {
    var parts: [String] = []
    var told: Set<MemberName> = []
    // In the order of the form; a dictionary has none.
    let properties = object.properties.sorted { place($0.key) < place($1.key) }
    for (member, node) in properties {
      let words = words(node, of: name(member), depth: depth + 1)
      if words.hasSuffix(" is anything") { continue }
      told.insert(member)
      let isNeeded = object.required.contains(member)
      parts.append(words + (isNeeded ? "" : " or without value"))
    }
    for member in object.required where !told.contains(member) {
      parts.append(name(member) + " has a value")
    }
    for (present, required) in object.dependentRequired {
      parts.append(
        "\(required.map(name).joined(separator: ", ")) has a value wherever \(name(present)) has one"
      )
    }
    return parts
  }

  private func place(_ member: MemberName) -> Int {
    if case .field(let i) = member { i } else { form.fields.count }
  }

  private func name(_ member: MemberName) -> String {
    switch member {
    case .field(let i): form.fields[i].shownName
    case .other(let name): Shown.brief(name)
    }
  }

  private func constraints(_ node: SchemaNode, _ name: String) -> [String] {
    let hasValues = node.constraints.contains {
      switch $0 {
      case .constant, .oneOfChoices: true
      default: false
      }
    }
    return node.constraints.compactMap { constraint -> String? in
      switch constraint {
      case .constant(let value): name + " is " + shown(value)
      case .oneOfChoices(let choices):
        name + " is " + (choices.list.count == 1 ? "" : "one of ")
          + choices.list.prefix(8).map { shown($0.value) }.joined(separator: ", ")
          + (choices.list.count > 8 ? " …" : "")
      case .type where hasValues: nil
      case .type(let types): types == .null ? name + " has no value" : nil
      case .minimum(let n): "\(name) is \(ShownText(n)) or above"
      case .maximum(let n): "\(name) is \(ShownText(n)) or below"
      case .exclusiveMinimum(let n): "\(name) is above \(ShownText(n))"
      case .exclusiveMaximum(let n): "\(name) is below \(ShownText(n))"
      case .multipleOf(let n): "\(name) is a multiple of \(ShownText(n))"
      case .minLength(let n): "\(name) has at least \(n) code points"
      case .maxLength(let n): "\(name) has at most \(n) code points"
      case .maxCharacters(let n): "\(name) has at most \(n) characters"
      case .characters(let allowed):
        "\(name) has only the characters \(Shown.brief(allowed.listed))"
      case .pattern(let pattern): "\(name) matches \(Shown.brief(Bytes(text: pattern.source)))"
      case .format(let format): "\(name) is \(English().phrase(format))"
      case .storable: nil
      case .isPattern: "\(name) is a pattern of ECMA-262"
      }
    }
  }

  private func shown(_ value: Value) -> String {
    switch value.kind {
    case .absent, .null: "no value"
    case .boolean: value.text.first == UInt8(ascii: "t") ? "yes" : "no"
    case .text where value.text.isEmpty: "\"\""
    default: Shown.brief(value.text)
    }
  }
}
