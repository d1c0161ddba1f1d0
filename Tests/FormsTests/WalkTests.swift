import Forms
import Testing

/// A walk over one text field: what the core promises before any form file is read.
@Test func anAnswerIsAcceptedAndFinishesTheOnlyField() {
  var declaration = FieldDeclaration(name: Bytes(text: "name"))
  declaration.isRequired = true
  declaration.constraints = [.maxCharacters(10)]
  let form = Form(
    name: "one", title: nil, about: nil, fields: [Field(declaration)],
    rules: Rules(nodes: [], root: nil))
  let walk = Walk(form: form, isInteractive: false)
  #expect(walk.answer("Wilhelmina Oakes".utf8Span.span) == .refused)
  #expect(walk.draft(0).string == "Wilhelmina Oakes")
  #expect(walk.answer(" Kim ".utf8Span.span) == .finished)
  #expect(walk.finished.values[0].text.string == "Kim")
}
