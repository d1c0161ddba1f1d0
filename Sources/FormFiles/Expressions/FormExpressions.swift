// The expressions of a form: computed fields and checks.

import Forms
import JSONText

/// What the expressions of a form come to.
struct FormExpressions {
  private(set) var checks: [Check] = []
  /// The computed fields, each after those it needs.
  private(set) var computed: [Int] = []

  private struct Source {
    var json: JSONValue
    var text: Bytes
    /// The computed field; nil for a check.
    var field: Int?
    var fields: [Int] = []
  }

  /// Reads the expressions of a form and gives the computed fields theirs.
  ///
  /// `isTrusted`: SQLite is opened when an expression is first evaluated, and not now to find faults.
  init(
    _ root: JSONValue, _ drafts: inout [FieldDraft], isTrusted: Bool
  ) throws(SchemaFault) {
    var sources: [Source] = []
    for (i, draft) in drafts.enumerated() {
      guard let json = draft.calculation else { continue }
      sources.append(Source(json: json, text: json.stringBytes ?? [], field: i))
    }
    let listed = root["x-check"]?.elements.map(Array.init) ?? []
    for check in listed {
      guard let json = check["assert"] else { continue }
      sources.append(Source(json: json, text: json.stringBytes ?? [], field: nil))
    }
    if sources.isEmpty { return }
    try FormExpressions.refuseTooMany(sources)
    let names = try FormExpressions.names(drafts)
    var functions = 0
    var searches = 0
    for i in sources.indices {
      do throws(SchemaFault) {
        let scan = try FormExpressions.scan(sources[i], names)
        sources[i].fields = scan.fields
        functions += scan.functions
        searches += scan.searches
      } catch {
        throw sources[i].field.map { error.naming(drafts[$0].declaration.name) } ?? error
      }
    }
    let bounds = ExpressionBounds(functions: functions, searches: searches)
    let engine = ExpressionEngine(
      sources.map { source in
        PreparedExpression(
          source.text,
          source.fields.map {
            (drafts[$0].declaration.name, .init(field: $0, isWhole: drafts[$0].isWhole))
          }, isLasting: source.field != nil)
      }, bounds)
    if !isTrusted, let (i, fault) = engine.refuse() {
      let json = sources[i].json
      let reason = FormFileError.Reason.expression(fault.message)
      let field = sources[i].field.map { drafts[$0].declaration.name }
      throw SchemaFault(at: json.offset(ofByte: fault.offset), reason, field: field)
    }
    try take(sources, listed, names, engine, &drafts)
  }

  private mutating func take(
    _ sources: [Source], _ listed: [JSONValue], _ names: [Bytes: Int], _ engine: ExpressionEngine,
    _ drafts: inout [FieldDraft]
  ) throws(SchemaFault) {
    var next = 0
    for (i, source) in sources.enumerated() {
      let expression = SQLExpression(
        source.text.string, fields: source.fields, engine: engine, index: i)
      if let field = source.field {
        drafts[field].declaration.calculation = expression
        continue
      }
      let check = listed[next]
      next += 1
      // Without field it is the record's own check.
      var field: Int?
      if let place = check["field"] {
        let name = place.stringBytes ?? []
        field = names[lowercased(name)]
        guard let field, drafts[field].declaration.name == name else {
          throw SchemaFault(at: place.offset, .noSuchField(name.string))
        }
      }
      let message = check["message"]?.string ?? ""
      checks.append(Check(assertion: expression, message: message, field: field))
    }
    try order(sources, &drafts)
  }

  /// The fields' names as SQLite tells them apart.
  private static func names(_ drafts: [FieldDraft]) throws(SchemaFault) -> [Bytes: Int] {
    var names: [Bytes: Int] = [:]
    for (i, draft) in drafts.enumerated() {
      let name = draft.declaration.name
      if let other = names.updateValue(i, forKey: lowercased(name)) {
        let reason = FormFileError.Reason.sameNameButCase(
          drafts[other].declaration.name.string, name.string)
        throw SchemaFault(at: draft.offset, reason, field: name)
      }
    }
    return names
  }

  private static func refuseTooMany(_ sources: [Source]) throws(SchemaFault) {
    var length = 0
    for (i, source) in sources.enumerated() {
      length += source.text.count
      if i >= ExpressionBounds.mostExpressions {
        throw SchemaFault(
          at: source.json.offset,
          .tooManyExpressions(limit: ExpressionBounds.mostExpressions, of: "of them"))
      }
      if length > ExpressionBounds.mostText {
        throw SchemaFault(
          at: source.json.offset,
          .tooManyExpressions(limit: ExpressionBounds.mostText, of: "bytes"))
      }
    }
  }

  private static func scan(
    _ source: Source, _ names: [Bytes: Int]
  ) throws(SchemaFault) -> ExpressionScan {
    let scan: ExpressionScan
    do throws(ExpressionFault) {
      scan = try ExpressionScan(source.text, names: names, isLasting: source.field != nil)
    } catch {
      throw SchemaFault(
        at: source.json.offset(ofByte: error.offset), .expression(error.message))
    }
    guard !scan.fields.isEmpty else {
      throw SchemaFault(at: source.json.offset, .expressionWithoutField)
    }
    return scan
  }

  /// Puts each computed field after those it needs; fields that need each other are refused.
  private mutating func order(
    _ sources: [Source], _ drafts: inout [FieldDraft]
  ) throws(SchemaFault) {
    let sources = sources.filter { $0.field != nil }
    var places: [Int: Int] = [:]  // of the sources by their fields
    for (i, source) in sources.enumerated() { places[source.field ?? -1] = i }
    let needs = sources.map { $0.fields.compactMap { places[$0] } }
    let (order, rest) = FormExpressions.sorted(needs)
    computed = order.map { sources[$0].field ?? 0 }
    // What is made of a value that is not to be shown could show it.
    for i in order where sources[i].fields.contains(where: { drafts[$0].declaration.isSecret }) {
      drafts[sources[i].field ?? 0].declaration.isSecret = true
    }
    guard !rest.isEmpty else { return }
    // What only needs a loop, and is in none, is no part of it.
    var neededBy = Array(repeating: [Int](), count: sources.count)
    for i in rest {
      for need in needs[i] { neededBy[need].append(i) }
    }
    let inLoops = FormExpressions.sorted(neededBy, among: rest).rest
    let names = inLoops.compactMap { sources[$0].field }.map { drafts[$0].declaration.name }
    let first = inLoops.first ?? rest[0]
    throw SchemaFault(
      at: sources[first].json.offset, .computedLoop(names.map { $0.string }), field: names.first)
  }

  /// Puts items behind those they need, round by round; `rest` are those that cannot be, in their own order.
  private static func sorted(
    _ needs: [[Int]], among items: [Int]? = nil
  ) -> (order: [Int], rest: [Int]) {
    let items = items ?? Array(needs.indices)
    let among = Set(items)
    var neededBy = Array(repeating: [Int](), count: needs.count)
    var open = Array(repeating: 0, count: needs.count)
    for i in items {
      for need in needs[i] where among.contains(need) {
        neededBy[need].append(i)
        open[i] += 1
      }
    }
    var order: [Int] = []
    var ready = items.filter { open[$0] == 0 }
    while !ready.isEmpty {
      order += ready
      var next: [Int] = []
      for i in ready {
        for other in neededBy[i] {
          open[other] -= 1
          if open[other] == 0 { next.append(other) }
        }
      }
      ready = next.sorted()
    }
    return (order, items.filter { open[$0] > 0 })
  }
}
