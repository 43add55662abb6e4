/// One field of a form: as it was filled in, and what is wrong with it.
///
/// What was typed is kept when something is wrong, and the problem stands beside the field it belongs to.
public struct FormField: PagePart {
  /// What a field is filled in with.
  public enum Kind: Sendable { case text, number }

  /// The name under which the form sends it, and its id in the page.
  public var name: String
  /// What it is called.
  public var label: String
  /// What may be filled in; may be empty.
  public var hint: String
  /// What was typed, or what is stored.
  public var value: String
  /// What is wrong with it, a sentence; may be empty.
  public var problem: String
  /// Which keys a phone offers: `decimal`, else empty.
  public var keys: String
  /// The unit read after it; may be empty.
  public var unit: String
  /// Whether the form cannot be sent without it.
  public var isRequired: Bool
  /// The ids of its hint and problem; empty when it has neither.
  public var describedBy: String

  /// A field from its parts; `problems` are those of the whole form.
  public init(
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

  /// An example with every kind of content.
  public static let sample = FormField(
    "place", "Place", value: "46.05", hint: "Latitude and longitude, or a geo: address.", unit: "m",
    kind: .number, isRequired: true, problems: [.sample])
}

/// A select of a form, and what is wrong with the choice.
public struct FormSelect: PagePart {
  /// The name under which the form sends it, and its id in the page.
  public var name: String
  /// What it is called.
  public var label: String
  /// What to choose by; may be empty.
  public var hint: String
  /// What may be chosen.
  public var choices: [Choice]
  /// What is wrong with it, a sentence; may be empty.
  public var problem: String
  /// The ids of its hint and problem; empty when it has neither.
  public var describedBy: String

  /// A select from its parts; `problems` are those of the whole form.
  public init(
    _ name: String, _ label: String, choices: [Choice], hint: String = "", problems: [FieldProblem] = []
  ) {
    self.name = name
    self.label = label
    self.hint = hint
    self.choices = choices
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }

  /// An example with every kind of content.
  public static let sample = FormSelect(
    "region", "Region", choices: [.sample], hint: "Alerts are counted by region.",
    problems: [FieldProblem("region", "There is no such region.")])
}

/// A field of several lines.
public struct FormText: PagePart {
  /// The name under which the form sends it, and its id in the page.
  public var name: String
  /// What it is called.
  public var label: String
  /// What may be filled in; may be empty.
  public var hint: String
  /// What was typed, or what is stored.
  public var value: String
  /// What is wrong with it, a sentence; may be empty.
  public var problem: String
  /// The ids of its hint and problem; empty when it has neither.
  public var describedBy: String

  /// A field from its parts; `problems` are those of the whole form.
  public init(
    _ name: String, _ label: String, value: String = "", hint: String = "", problems: [FieldProblem] = []
  ) {
    self.name = name
    self.label = label
    self.hint = hint
    self.value = value
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }

  /// An example with every kind of content.
  public static let sample = FormText(
    "notes", "Notes", value: "Ring twice.", hint: "The responder reads them.",
    problems: [FieldProblem("notes", "At most 4,000 bytes.")])
}

extension FormField {
  /// The kind of a field for a day. A date field cannot show an instant, and would lose it.
  static func dayKind(_ value: String) -> String {
    value.utf8.isEmpty || value.utf8.count == 10 ? "date" : "text"
  }
}
