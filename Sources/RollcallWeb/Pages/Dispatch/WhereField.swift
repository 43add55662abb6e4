import Rollcall

/// A place to choose.
struct WhereChoice: PagePart {
  var label, detail, value: String

  init(_ hit: WhereHit) {
    (label, value) = (hit.label, hit.value)
    detail = [Words.Where.kind(hit.kind), hit.detail].filter { !$0.utf8.isEmpty }.joined(separator: " · ")
  }
}

/// What the field for a place sends.
struct TypedPlace: Hashable {
  /// What was typed.
  var text = ""
  /// The place that was chosen for it: `ChosenPlace`. It counts while the text is the one that it was chosen for.
  var at = ""
  var asked = ""
}

/// The field for a place: one text, which the server understands, and the place chosen for it.
struct WhereField: PagePart {
  var field: FormField
  /// The place that was chosen, and the text that it was chosen for.
  var at, asked: String
  /// The places that the text may mean: one is to be chosen.
  var choices: [WhereChoice]
  /// Where a script finds places as one types.
  var source: String

  init(_ typed: TypedPlace, choices: [WhereHit], slug: String, problems: [FieldProblem]) {
    field = FormField(
      "where", Words.Where.label, value: typed.text, hint: Words.Where.hint, problems: problems)
    at = typed.asked == typed.text && choices.isEmpty ? typed.at : ""
    asked = typed.text
    self.choices = choices.map { WhereChoice($0) }
    source = "/w/\(slug)/where.json"
  }
}
