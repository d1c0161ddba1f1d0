// Expressions of a form, evaluated by SQLite from several threads.

import Forms
import Synchronization

/// An expression ready to be prepared on any connection.
struct PreparedExpression: Sendable {
  /// A field whose value stands for its name.
  struct Binding: Sendable {
    var field: Int
    /// Whether its whole numbers are bound as integers; numbers of kind `number` are bound as REAL.
    var isWhole: Bool
  }

  let bindings: [Binding]
  /// Whether its value must depend on nothing but the record.
  let isLasting: Bool
  /// The query, and how many of its bytes stand before the expression.
  let query: (text: Bytes, prefix: Int)

  /// An expression over fields by name; the text has been looked at by `ExpressionScan`.
  init(_ source: Bytes, _ fields: [(name: Bytes, binding: Binding)], isLasting: Bool) {
    self.isLasting = isLasting
    bindings = fields.map { $0.binding }
    var names: Bytes = []
    var values: Bytes = []
    for (i, field) in fields.enumerated() {
      if i > 0 {
        names += Bytes(", ".utf8)
        values += Bytes(", ".utf8)
      }
      names.append(UInt8(ascii: "\""))
      for c in field.name {
        if c == UInt8(ascii: "\"") { names.append(c) }
        names.append(c)
      }
      names.append(UInt8(ascii: "\""))
      values += Bytes("?\(i + 1)".utf8)
    }
    var text = Bytes("WITH r(".utf8) + names + Bytes(") AS (SELECT ".utf8) + values
    text += Bytes(") SELECT (".utf8)
    let prefix = text.count
    // The line end closes a comment that the expression may end with.
    text += source + Bytes("\n) FROM r".utf8)
    query = (text, prefix)
  }
}

/// The connections that evaluate the expressions of one form; each is opened when a thread first needs it.
///
/// A thread takes the first connection that no other one is using, so two workers do not wait for each other.
final class ExpressionEngine: Sendable {
  private final class Place: Sendable {
    let connection = Mutex<SQLConnection?>(nil)
  }

  private let expressions: [PreparedExpression]
  private let bounds: ExpressionBounds
  private let places = (0..<4).map { _ in Place() }

  init(_ expressions: [PreparedExpression], _ bounds: ExpressionBounds) {
    self.expressions = expressions
    self.bounds = bounds
  }

  /// Prepares all expressions once, so that what SQLite refuses is found; the number of the expression goes with the fault.
  func refuse() -> (index: Int, fault: ExpressionFault)? {
    places[0].connection.withLock { connection in
      connection = connection ?? SQLConnection(expressions, bounds)
      guard let open = connection else {
        return (0, ExpressionFault(offset: 0, message: "SQLite cannot be opened"))
      }
      for i in expressions.indices {
        do throws(ExpressionFault) {
          try open.prepare(i)
        } catch {
          return (i, error)
        }
      }
      return nil
    }
  }

  func evaluate(_ index: Int, _ record: Record) -> ExpressionResult {
    for place in places {
      let result = place.connection.withLockIfAvailable { evaluate(index, record, on: &$0) }
      if let result { return result }
    }
    return places[0].connection.withLock { evaluate(index, record, on: &$0) }
  }

  private func evaluate(
    _ index: Int, _ record: Record, on connection: inout SQLConnection?
  ) -> ExpressionResult {
    connection = connection ?? SQLConnection(expressions, bounds)
    return connection?.evaluate(index, record) ?? .failed("SQLite cannot be opened")
  }
}

/// One expression of a form.
final class SQLExpression: Expression {
  let source: String
  let fields: [Int]
  private let engine: ExpressionEngine
  private let index: Int

  init(_ source: String, fields: [Int], engine: ExpressionEngine, index: Int) {
    self.source = source
    self.fields = fields
    self.engine = engine
    self.index = index
  }

  func evaluate(_ record: Record) -> ExpressionResult { engine.evaluate(index, record) }
}
