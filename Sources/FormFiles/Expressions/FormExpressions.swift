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
    let names = try FormExpressions.names(drafts)
    for i in sources.indices {
      do throws(SchemaFault) {
        sources[i].fields = try FormExpressions.fields(of: sources[i], names)
      } catch {
        throw sources[i].field.map { error.naming(drafts[$0].declaration.name) } ?? error
      }
    }
    let engine = ExpressionEngine(
      sources.map { source in
        PreparedExpression(
          source.text,
          source.fields.map {
            (drafts[$0].declaration.name, .init(field: $0, isWhole: drafts[$0].isWhole))
          })
      })
    if !isTrusted, let (i, fault) = engine.refuse() {
      let json = sources[i].json
      let reason = FormFileError.Reason.expression(fault.message)
      let field = sources[i].field.map { drafts[$0].declaration.name }
      throw SchemaFault(at: json.offset(ofByte: fault.offset), reason, field: field)
    }
    try take(sources, listed, engine, &drafts)
  }

  private mutating func take(
    _ sources: [Source], _ listed: [JSONValue], _ engine: ExpressionEngine,
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
        field = drafts.firstIndex { $0.declaration.name == name }
        if field == nil { throw SchemaFault(at: place.offset, .noSuchField(name.string)) }
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

  private static func fields(
    of source: Source, _ names: [Bytes: Int]
  ) throws(SchemaFault) -> [Int] {
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
    return scan.fields
  }

  /// Puts each computed field after those it needs; fields that need each other are refused.
  private mutating func order(
    _ sources: [Source], _ drafts: inout [FieldDraft]
  ) throws(SchemaFault) {
    var waiting = sources.filter { $0.field != nil }
    var done: Set<Int> = []
    let all = Set(waiting.compactMap { $0.field })
    while !waiting.isEmpty {
      let ready = waiting.filter { source in
        source.fields.allSatisfy { !all.contains($0) || done.contains($0) }
      }
      guard !ready.isEmpty else {
        // What only needs a loop, and is in none, is no part of it.
        var loop = waiting
        while true {
          let needed = Set(loop.flatMap { $0.fields })
          let rest = loop.filter { needed.contains($0.field ?? -1) }
          if rest.count == loop.count { break }
          loop = rest
        }
        let names = loop.compactMap { $0.field }.map { drafts[$0].declaration.name }
        throw SchemaFault(
          at: loop[0].json.offset, .computedLoop(names.map { $0.string }), field: names.first)
      }
      // What is made of a value that is not to be shown could show it.
      for source in ready where source.fields.contains(where: { drafts[$0].declaration.isSecret }) {
        if let field = source.field { drafts[field].declaration.isSecret = true }
      }
      let fields = ready.compactMap { $0.field }
      computed += fields
      done.formUnion(fields)
      waiting.removeAll { fields.contains($0.field ?? -1) }
    }
  }
}
