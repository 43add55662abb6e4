/// One field of a form: as it was filled in, and what is wrong with it.
///
/// What was typed is kept when something is wrong, and the problem stands beside the field it belongs to.
struct FormField: PagePart {
  /// What a field is filled in with.
  enum Kind: Sendable { case text, number }

  var name: String
  var label: String
  var hint: String
  /// What was typed, or what is stored.
  var value: String
  var problem: String
  /// Which keys a phone offers: `decimal`, else empty.
  var keys: String
  /// The unit read after it; may be empty.
  var unit: String
  /// Whether the form cannot be sent without it.
  var isRequired: Bool
  var describedBy: String

  /// A field from its parts; `problems` are those of the whole form.
  init(
    _ name: String, _ label: String, value: String = "", hint: String = "", unit: String = "",
    kind: Kind = .text, isRequired: Bool = false, problems: [FieldProblem] = []
  ) {
    self.name = name
    self.label = label
    self.hint = hint
    self.value = value
    self.unit = unit
    keys = kind == .number ? "decimal" : ""
    self.isRequired = isRequired
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }
}

/// A select of a form, and what is wrong with the choice.
struct FormSelect: PagePart {
  var name: String
  var label: String
  /// What to choose by; may be empty.
  var hint: String
  /// What may be chosen.
  var choices: [Choice]
  var problem: String
  var describedBy: String

  /// A select from its parts; `problems` are those of the whole form.
  init(
    _ name: String, _ label: String, choices: [Choice], hint: String = "", problems: [FieldProblem] = []
  ) {
    self.name = name
    self.label = label
    self.hint = hint
    self.choices = choices
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }
}

/// A field of several lines.
struct FormText: PagePart {
  var name: String
  var label: String
  var hint: String
  /// What was typed, or what is stored.
  var value: String
  var problem: String
  var describedBy: String

  /// A field from its parts; `problems` are those of the whole form.
  init(
    _ name: String, _ label: String, value: String = "", hint: String = "", problems: [FieldProblem] = []
  ) {
    self.name = name
    self.label = label
    self.hint = hint
    self.value = value
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }
}

extension FormField {
  /// The kind of a field for a day. A date field cannot show an instant, and would lose it.
  static func dayKind(_ value: String) -> String {
    value.utf8.isEmpty || value.utf8.count == 10 ? "date" : "text"
  }
}
