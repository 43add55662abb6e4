import Rollcall

/// A place to choose.
struct WhereChoice: PagePart {
  var label, detail, value: String

  init(_ hit: WhereHit) {
    (label, value) = (hit.label, hit.value)
    detail = [Words.Where.kind(hit.kind), hit.detail].filter { !$0.utf8.isEmpty }.joined(separator: " · ")
  }
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

  init(_ form: IncidentForm, choices: [WhereHit], slug: String, problems: [FieldProblem]) {
    field = FormField(
      "where", Words.Where.label, value: form.whereText, hint: Words.Where.hint, problems: problems)
    at = form.asked == form.whereText && choices.isEmpty ? form.at : ""
    asked = form.whereText
    self.choices = choices.map { WhereChoice($0) }
    source = "/w/\(slug)/where.json"
  }
}
