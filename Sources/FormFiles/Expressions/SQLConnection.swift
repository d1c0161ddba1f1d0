// One in-memory connection to SQLite that can evaluate expressions and nothing else.

import CSQLite
import Forms

/// A connection that reads no file, changes nothing, and works within bounds; it belongs to one thread at a time.
///
/// Refused when an expression is prepared: every statement but the reading of our one row, tables, and functions
/// that have side effects or give another value each time. Bounded when it is evaluated: steps, length of texts,
/// depth. SQLite is told to trust no schema, load no extension, and take no double-quoted string.
final class SQLConnection: @unchecked Sendable {
  /// Bytes of the longest text that an expression may make or be given.
  static let longestText: Int32 = 1 << 20
  /// Steps of SQLite's machine that one evaluation may take.
  static let mostSteps = 100_000

  private let handle: OpaquePointer
  private let expressions: [PreparedExpression]
  private var statements: [OpaquePointer?]

  /// Opens a connection for these expressions; nil when SQLite cannot.
  init?(_ expressions: [PreparedExpression]) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(":memory:", &opened, flags, nil) == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      return nil
    }
    handle = opened
    self.expressions = expressions
    statements = Array(repeating: nil, count: expressions.count)
    for (option, isOn) in [
      (SQLITE_DBCONFIG_DQS_DML, false), (SQLITE_DBCONFIG_DQS_DDL, false),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
      (SQLITE_DBCONFIG_DEFENSIVE, true),
    ] {
      _ = sqlite3_db_config_switch(handle, option, isOn ? 1 : 0)
    }
    for (limit, most) in [
      (SQLITE_LIMIT_LENGTH, SQLConnection.longestText), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 1),
      (SQLITE_LIMIT_VDBE_OP, 50_000), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
      _ = sqlite3_limit(handle, limit, most)
    }
    sqlite3_set_authorizer(handle, authorize, nil)
    // The handler is called once an evaluation has taken all its steps, and ends it.
    sqlite3_progress_handler(handle, Int32(SQLConnection.mostSteps), { _ in 1 }, nil)
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  /// The prepared statement of an expression, or what SQLite says against it.
  func statement(_ index: Int) throws(ExpressionFault) -> OpaquePointer {
    if let known = statements[index] { return known }
    let query = expressions[index].query
    var statement: OpaquePointer?
    var isWhole = true
    let code = query.text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        var rest: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &statement, &rest)
        isWhole = rest == text.baseAddress.map { $0 + text.count }
        return code
      }
    }
    guard code == SQLITE_OK, let statement, isWhole, sqlite3_column_count(statement) == 1,
      sqlite3_stmt_readonly(statement) != 0
    else {
      let message = code == SQLITE_OK ? "not one expression" : self.message
      let offset = Int(sqlite3_error_offset(handle)) - query.prefix
      sqlite3_finalize(statement)
      throw ExpressionFault(offset: max(0, offset), message: message)
    }
    statements[index] = statement
    return statement
  }

  private var message: String { sqlite3_errmsg(handle).map { String(cString: $0) } ?? "" }

  /// Evaluates an expression over a record.
  func evaluate(_ index: Int, _ record: Record) -> ExpressionResult {
    let statement: OpaquePointer
    do throws(ExpressionFault) {
      statement = try self.statement(index)
    } catch {
      return .failed(error.message)
    }
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (i, binding) in expressions[index].bindings.enumerated() {
      guard bind(record.values[binding.field], at: Int32(i + 1), binding, statement) else {
        return .failed(message)
      }
    }
    // The handler counts the steps of all evaluations of a statement, unless they are set back.
    _ = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return result(of: statement)
    case SQLITE_INTERRUPT: return .failed("it takes too many steps")
    default: return .failed(message)
    }
  }

  private func bind(
    _ value: Value, at place: Int32, _ binding: PreparedExpression.Binding,
    _ statement: OpaquePointer
  ) -> Bool {
    switch value.kind {
    case .absent, .null, .list, .object: return sqlite3_bind_null(statement, place) == SQLITE_OK
    case .boolean:
      let isYes = value.text.first == UInt8(ascii: "t")
      return sqlite3_bind_int(statement, place, isYes ? 1 : 0) == SQLITE_OK
    case .number:
      if binding.isWhole, let whole = Decimal(value.text.span)?.int {
        return sqlite3_bind_int64(statement, place, Int64(whole)) == SQLITE_OK
      }
      let number = Double(value.text.string) ?? .nan
      return sqlite3_bind_double(statement, place, number) == SQLITE_OK
    case .text:
      // SQLite copies it: the destructor -1 is SQLITE_TRANSIENT, a macro that Swift does not see.
      let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      // An empty array may have no address, which would bind NULL.
      if value.text.isEmpty { return sqlite3_bind_text(statement, place, "", 0, copy) == SQLITE_OK }
      return value.text.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          let count = Int32(clamping: text.count)
          return sqlite3_bind_text(statement, place, text.baseAddress, count, copy) == SQLITE_OK
        }
      }
    }
  }

  private func result(of statement: OpaquePointer) -> ExpressionResult {
    switch sqlite3_column_type(statement, 0) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .number(Decimal(Int(sqlite3_column_int64(statement, 0))))
    case SQLITE_FLOAT:
      let number = sqlite3_column_double(statement, 0)
      guard number.isFinite, let decimal = Decimal("\(number)".utf8Span.span) else {
        return .failed("the result is past the range of numbers")
      }
      return .number(decimal)
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, 0) else { return .failed(message) }
      let count = Int(sqlite3_column_bytes(statement, 0))
      let bytes = Bytes(UnsafeBufferPointer(start: text, count: count))
      guard (try? UTF8Span(validating: bytes.span)) != nil else {
        return .failed("the result is no text")
      }
      return .text(bytes)
    default: return .failed("the result is no text and no number")
    }
  }
}

/// Functions without side effects that give the same value for the same arguments; the present time is refused elsewhere where it matters.
private let allowedFunctions: Set<String> = [
  "->", "->>", "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling",
  "char", "coalesce", "concat", "concat_ws", "cos", "cosh", "current_date", "current_time",
  "current_timestamp", "date", "datetime", "degrees", "exp", "floor", "format", "glob", "hex", "if",
  "ifnull", "iif", "instr", "julianday", "length", "like", "likelihood", "likely", "ln", "log",
  "log10", "log2", "lower", "ltrim", "max", "min", "mod", "nullif", "octet_length", "pi", "pow",
  "power", "printf", "quote", "radians", "replace", "round", "rtrim", "sign", "sin", "sinh",
  "soundex", "sqrt", "strftime", "substr", "substring", "tan", "tanh", "time", "timediff", "trim",
  "trunc", "typeof", "unhex", "unicode", "unixepoch", "unlikely", "upper",
]

/// Allows the reading of our one row and the functions listed; all else is refused.
private func authorize(
  _: UnsafeMutableRawPointer?, _ action: Int32, _: UnsafePointer<CChar>?,
  _ name: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?
) -> Int32 {
  switch action {
  case SQLITE_SELECT: return SQLITE_OK
  case SQLITE_FUNCTION:
    let function = name.map { String(cString: $0).lowercased() } ?? ""
    return allowedFunctions.contains(function) ? SQLITE_OK : SQLITE_DENY
  default: return SQLITE_DENY
  }
}
