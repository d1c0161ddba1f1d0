// The expressions of a form: computed fields and checks.

import Forms
import JSONText

/// What the expressions of a form come to.
struct FormExpressions {
  private(set) var checks: [Check] = []
  /// The computed fields, each after those it needs.
  private(set) var computed: [Int] = []

  init(
    _ root: JSONValue, _ drafts: inout [FieldDraft], isTrusted: Bool
  ) throws(SchemaFault) {
  }
}
