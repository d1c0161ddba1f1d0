import Forms

extension Walk {
  /// Answers the current field.
  func say(_ text: String, explicit: Bool = false) -> Outcome {
    answer(text.utf8.span, isExplicit: explicit)
  }

  /// Leaves the current field by a key, with this text in the line.
  func leave(_ text: String, explicit: Bool = false, by move: Move) -> Outcome {
    setDraft(text.utf8.span, isExplicit: explicit)
    return apply(move)
  }

  /// The text of a field's accepted value; nil where there is none.
  func value(_ field: Int) -> String? {
    let value = accepted.values[field]
    return value.kind.isNothing ? nil : value.text.string
  }

  /// The word of a field's message; nil where there is none.
  func message(_ field: Int) -> String? { fault(field).map(word) }

  /// All that a person can see of the record in progress.
  var sight: Sight { Sight(self) }
}

/// What a walk shows: where it stands, and of every field value, draft and message.
struct Sight: Equatable, CustomStringConvertible {
  struct Place: Equatable {
    var value: String
    var hasValue: Bool
    var draft: String
    var isDraftEmptyText: Bool
    var draftDiffers: Bool
    var message: String?
  }

  var current: Int
  var places: [Place]

  init(_ walk: Walk) {
    current = walk.current
    places = walk.form.fields.indices.map { i in
      let value = walk.accepted.values[i]
      return Place(
        value: value.kind.isNothing ? "\(value.kind)" : "\(value.kind) \(value.text.string)",
        hasValue: !value.kind.isNothing, draft: walk.draft(i).string,
        isDraftEmptyText: walk.isDraftEmptyText(i), draftDiffers: walk.draftDiffers(i),
        message: walk.message(i))
    }
  }

  /// The values alone.
  var values: [String] { places.map(\.value) }

  /// The same, without what a finish said at the places it sent the walk to.
  func equals(_ other: Sight, but field: Int?) -> Bool {
    places.indices.allSatisfy { $0 == field || places[$0] == other.places[$0] }
  }

  var description: String {
    "at \(current): "
      + places.map {
        "[\($0.value) | \($0.draft)\($0.draftDiffers ? "*" : "") | \($0.message ?? "")]"
      }
      .joined(separator: " ")
  }
}
