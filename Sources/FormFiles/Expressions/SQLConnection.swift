// One in-memory connection to SQLite that can evaluate expressions and nothing else.

import CSQLite
import Forms

/// A connection that reads no file, changes nothing, and works within bounds; it belongs to one thread at a time.
///
/// Refused when an expression is prepared: every statement but the reading of our one row, tables, and functions
/// that have side effects or give another value each time. Bounded when it is evaluated: steps, length of texts,
/// depth, and with them time and memory (see `ExpressionBounds`). SQLite is told to trust no schema, load no
/// extension, and take no double-quoted string.
@safe final class SQLConnection: @unchecked Sendable {
  /// Steps of SQLite's machine that one evaluation may take.
  private static let mostSteps = 100_000
  /// Bytes that SQLite may have in all: far beyond what the other bounds admit, whatever it does with it.
  private static let mostMemory: Int64 = 128 << 20

  private let handle: OpaquePointer
  private let functions: SQLFunctionCalls
  private let expressions: [PreparedExpression]
  private let longestText: Int
  private var statements: [OpaquePointer?]

  /// Opens a connection for these expressions; nil when SQLite cannot.
  init?(_ expressions: [PreparedExpression], _ bounds: ExpressionBounds) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close(opened)
      return nil
    }
    unsafe handle = opened
    self.expressions = expressions
    longestText = bounds.longestText
    unsafe statements = Array(repeating: nil, count: expressions.count)
    for (option, isOn) in [
      (SQLITE_DBCONFIG_DQS_DML, false), (SQLITE_DBCONFIG_DQS_DDL, false),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
      (SQLITE_DBCONFIG_DEFENSIVE, true),
    ] {
      _ = unsafe sqlite3_db_config_switch(opened, option, isOn ? 1 : 0)
    }
    for (limit, most) in [
      (SQLITE_LIMIT_LENGTH, Int32(bounds.longestText)), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 1),
      (SQLITE_LIMIT_VDBE_OP, 50_000), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Int32(ExpressionBounds.longestLikePattern)),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
      _ = unsafe sqlite3_limit(opened, limit, most)
    }
    sqlite3_hard_heap_limit64(SQLConnection.mostMemory)
    functions = unsafe SQLFunctionCalls(opened, longest: bounds.longestText)
    unsafe sqlite3_set_authorizer(opened, authorize, nil)
    // The handler is called once an evaluation has taken all its steps, and ends it.
    unsafe sqlite3_progress_handler(opened, Int32(SQLConnection.mostSteps), { _ in 1 }, nil)
  }

  deinit {
    unsafe statements.forEach { unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close(handle)
  }

  /// Prepares an expression; throws what SQLite says against it.
  func prepare(_ index: Int) throws(ExpressionFault) { _ = unsafe try statement(index) }

  private func statement(_ index: Int) throws(ExpressionFault) -> OpaquePointer {
    if let known = unsafe statements[index] { return unsafe known }
    let query = expressions[index].query
    var statement: OpaquePointer?
    var isWhole = true
    let code = unsafe query.text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        var rest: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &statement, &rest)
        isWhole = unsafe rest == text.baseAddress.map { unsafe $0 + text.count }
        return code
      }
    }
    guard code == SQLITE_OK, let statement = unsafe statement, isWhole,
      unsafe sqlite3_column_count(statement) == 1, unsafe sqlite3_stmt_readonly(statement) != 0
    else {
      let message = code == SQLITE_OK ? "not one expression" : self.message
      let offset = unsafe Int(sqlite3_error_offset(handle)) - query.prefix
      unsafe sqlite3_finalize(statement)
      throw ExpressionFault(offset: max(0, offset), message: message)
    }
    unsafe statements[index] = statement
    return unsafe statement
  }

  private var message: String {
    guard let text = unsafe sqlite3_errmsg(handle) else { return "" }
    return unsafe String(cString: text)
  }

  /// Evaluates an expression over a record.
  func evaluate(_ index: Int, _ record: Record) -> ExpressionResult {
    do throws(ExpressionFault) {
      return try unsafe evaluate(statement(index), expressions[index], record)
    } catch {
      return .failed(error.message)
    }
  }

  private func evaluate(
    _ statement: OpaquePointer, _ expression: PreparedExpression, _ record: Record
  ) -> ExpressionResult {
    defer {
      unsafe sqlite3_reset(statement)
      unsafe sqlite3_clear_bindings(statement)
    }
    for (i, binding) in expression.bindings.enumerated() {
      let value = record.values[binding.field]
      let code = unsafe bind(value, at: Int32(i + 1), binding, statement)
      if code != SQLITE_OK { return failed(code) }
    }
    functions.isLasting = expression.isLasting
    // The handler counts the steps of all evaluations of a statement, unless they are set back.
    _ = unsafe sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
    let code = unsafe sqlite3_step(statement)
    return code == SQLITE_ROW ? unsafe result(of: statement) : failed(code)
  }

  private func failed(_ code: Int32) -> ExpressionResult {
    switch code {
    case SQLITE_INTERRUPT: .failed("it takes too many steps")
    case SQLITE_TOOBIG: .failed("a text in it is longer than \(longestText) bytes")
    case SQLITE_NOMEM: .failed("it takes too much memory")
    default: .failed(message)
    }
  }

  private func bind(
    _ value: Value, at place: Int32, _ binding: PreparedExpression.Binding,
    _ statement: OpaquePointer
  ) -> Int32 {
    switch value.kind {
    case .absent, .null, .list, .object: return unsafe sqlite3_bind_null(statement, place)
    case .boolean:
      let isYes = value.text.first == UInt8(ascii: "t")
      return unsafe sqlite3_bind_int(statement, place, isYes ? 1 : 0)
    case .number:
      if binding.isWhole, let whole = Decimal(value.text.span)?.int {
        return unsafe sqlite3_bind_int64(statement, place, Int64(whole))
      }
      return unsafe sqlite3_bind_double(statement, place, Double(value.text.string) ?? .nan)
    case .text:
      // An empty array may have no address, which would bind NULL.
      if value.text.isEmpty {
        return unsafe sqlite3_bind_text(statement, place, "", 0, sqliteCopies)
      }
      return unsafe value.text.withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { text in
          unsafe sqlite3_bind_text(
            statement, place, text.baseAddress, Int32(clamping: text.count), sqliteCopies)
        }
      }
    }
  }

  private func result(of statement: OpaquePointer) -> ExpressionResult {
    switch unsafe sqlite3_column_type(statement, 0) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER:
      return .number(Decimal(unsafe Int(sqlite3_column_int64(statement, 0))))
    case SQLITE_FLOAT:
      let number = unsafe sqlite3_column_double(statement, 0)
      guard number.isFinite, let decimal = Decimal("\(number)".utf8Span.span) else {
        return .failed("the result is past the range of numbers")
      }
      return .number(decimal)
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_column_text(statement, 0) else { return .failed(message) }
      let count = unsafe Int(sqlite3_column_bytes(statement, 0))
      let bytes = unsafe Bytes(UnsafeBufferPointer(start: text, count: count))
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
    guard let name = unsafe name else { return SQLITE_DENY }
    let function = unsafe String(cString: name).lowercased()
    return allowedFunctions.contains(function) ? SQLITE_OK : SQLITE_DENY
  default: return SQLITE_DENY
  }
}
