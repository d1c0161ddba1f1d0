// The calls of SQLite by which it asks for our functions.

import CSQLite
import Forms

/// Gives a connection the functions that formsh works out itself.
///
/// SQLite's own functions are asked on a connection beside it, once their arguments are looked at.
@safe final class SQLFunctionCalls {
  /// Whether the expression that is being evaluated must give the same value at any time.
  var isLasting = false

  private let longest: Int
  private var calls: [Call] = []
  private var beside: OpaquePointer?
  private var statements: [String: OpaquePointer] = unsafe [:]

  /// What one function needs at each call.
  private final class Call {
    let function: SQLFunction
    unowned let all: SQLFunctionCalls

    init(_ function: SQLFunction, _ all: SQLFunctionCalls) {
      self.function = function
      self.all = all
    }
  }

  /// Takes a connection, which must not outlive this; no text may be longer than `longest` bytes.
  init(_ connection: OpaquePointer, longest: Int) {
    self.longest = longest
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
    for function in SQLFunction.allCases where sqlite3_libversion_number() >= function.since {
      let call = Call(function, self)
      calls.append(call)
      let count = Int32(function.argumentCount ?? -1)
      let data = unsafe Unmanaged.passUnretained(call).toOpaque()
      unsafe sqlite3_create_function_v2(
        connection, function.rawValue, count, flags, data,
        { context, count, values in
          guard let context = unsafe context, let data = unsafe sqlite3_user_data(context) else {
            return
          }
          unsafe Unmanaged<Call>.fromOpaque(data)._withUnsafeGuaranteedRef { call in
            unsafe call.all.answer(call.function, context, Int(count), values)
          }
        }, nil, nil, nil)
    }
  }

  deinit {
    unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close(beside)
  }

  private func answer(
    _ function: SQLFunction, _ context: OpaquePointer, _ count: Int,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    var arguments: [SQLArgument] = []
    for i in 0..<count { arguments.append(unsafe SQLFunctionCalls.argument(values?[i])) }
    switch function(arguments, longest: longest, isLasting: isLasting) {
    case .null: unsafe sqlite3_result_null(context)
    case .whole(let number): unsafe sqlite3_result_int64(context, Int64(number))
    case .tooLong: unsafe sqlite3_result_error_toobig(context)
    case .argument(let i): unsafe sqlite3_result_value(context, values?[i])
    case .text(let text): unsafe SQLFunctionCalls.give(text, context)
    case .own: unsafe giveOwn(function, context, count, values)
    }
  }

  private static func argument(_ value: OpaquePointer?) -> SQLArgument {
    let type = unsafe sqlite3_value_type(value)
    if type == SQLITE_NULL { return SQLArgument() }
    let whole = unsafe Int(sqlite3_value_int64(value))
    if type == SQLITE_BLOB {
      let start = unsafe sqlite3_value_blob(value)
      let count = unsafe Int(sqlite3_value_bytes(value))
      let bytes = unsafe Bytes(UnsafeRawBufferPointer(start: start, count: count))
      return SQLArgument(bytes: bytes, isBlob: true, whole: whole)
    }
    guard let start = unsafe sqlite3_value_text(value) else { return SQLArgument() }
    let count = unsafe Int(sqlite3_value_bytes(value))
    let bytes = unsafe Bytes(UnsafeBufferPointer(start: start, count: count))
    return SQLArgument(bytes: bytes, whole: whole)
  }

  private static func give(_ text: Bytes, _ context: OpaquePointer) {
    if text.isEmpty { return unsafe sqlite3_result_text(context, "", 0, sqliteCopies) }
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe sqlite3_result_text(
          context, characters.baseAddress, Int32(clamping: characters.count), sqliteCopies)
      }
    }
  }

  /// Gives what SQLite's own function does.
  private func giveOwn(
    _ function: SQLFunction, _ context: OpaquePointer, _ count: Int,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let statement = unsafe statement(function, count) else {
      return unsafe sqlite3_result_error_nomem(context)
    }
    for i in 0..<count { unsafe sqlite3_bind_value(statement, Int32(i + 1), values?[i]) }
    if unsafe sqlite3_step(statement) == SQLITE_ROW {
      unsafe sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    } else {
      unsafe sqlite3_result_error(context, sqlite3_errmsg(beside), -1)
    }
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }

  private func statement(_ function: SQLFunction, _ count: Int) -> OpaquePointer? {
    let places = (0..<count).map { "?\($0 + 1)" }.joined(separator: ", ")
    let query = "SELECT \(function.rawValue)(\(places))"
    if let known = unsafe statements[query] { return unsafe known }
    if unsafe beside == nil {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
      unsafe sqlite3_open_v2(":memory:", &beside, flags, nil)
      _ = unsafe sqlite3_limit(beside, SQLITE_LIMIT_LENGTH, Int32(longest))
    }
    var statement: OpaquePointer?
    unsafe sqlite3_prepare_v2(beside, query, -1, &statement, nil)
    unsafe statements[query] = statement
    return unsafe statement
  }
}

/// Says that SQLite is to copy a text that it is given: the destructor -1 is SQLITE_TRANSIENT, a macro that Swift does not see.
let sqliteCopies = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
