/// A problem with one field of a form: shown beside the field, and in the list above the form with a link to
/// it.
struct FieldProblem: PagePart, Hashable {
  /// The field's name, which is also its id in the page; empty for the form as a whole.
  var field: String
  var text: String

  init(_ field: String, _ text: String) { (self.field, self.text) = (field, text) }

  /// The ids of texts that describe a field, in the order of reading; may be empty.
  static func describing(_ name: String, hint: String, problem: String) -> String {
    let ids = [problem.utf8.isEmpty ? "" : "\(name)-problem", hint.utf8.isEmpty ? "" : "\(name)-hint"]
    return ids.filter { !$0.utf8.isEmpty }.joined(separator: " ")
  }
}

extension [FieldProblem] {
  /// The problems of one field in one text; empty when there are none.
  func of(_ field: String) -> String { filter { $0.field == field }.map(\.text).joined(separator: " ") }
}

/// All problems of a form, above it.
struct ProblemList: PagePart {
  /// The problems in the order of the form.
  var items: [FieldProblem]
}

extension ProblemList {
  /// The list; `nil` without problems.
  ///
  /// - Parameter place: a field's place in a long form, e.g. `Rule 1, degraded after`.
  init?(_ problems: [FieldProblem], place: (String) -> String? = { _ in nil }) {
    guard !problems.isEmpty else { return nil }
    items = problems.map { problem in
      place(problem.field).map { FieldProblem(problem.field, "\($0): \(problem.text)") } ?? problem
    }
  }
}

/// One field of a form: its value and its problem.
///
/// The typed value is kept when something is wrong, and the problem is shown beside its field.
struct FormField: PagePart {
  enum Kind: Sendable { case text, number, date, time, email, phone }

  var name, label, hint: String
  /// The typed or the stored value, and its problem.
  var value, problem: String
  /// The type of the input: `text`, `date`, `time`, `email`, `tel`.
  var type: String
  /// The id of the list of what may be chosen; empty for none.
  var list: String
  /// The keyboard that a phone offers: `decimal`, else empty.
  var keys: String
  /// The unit read after it; may be empty.
  var unit: String
  var isRequired: Bool
  var describedBy: String

  /// A field; `problems` are those of the whole form.
  init(
    _ name: String, _ label: String, value: String = "", hint: String = "", unit: String = "",
    kind: Kind = .text, list: String = "", isRequired: Bool = false, problems: [FieldProblem] = []
  ) {
    (self.name, self.label, self.hint, self.value, self.unit) = (name, label, hint, value, unit)
    self.list = list
    (keys, self.isRequired, problem) = (kind == .number ? "decimal" : "", isRequired, problems.of(name))
    type = Self.type(kind)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }

  private static func type(_ kind: Kind) -> String {
    switch kind {
    case .text, .number: "text"
    case .date: "date"
    case .time: "time"
    case .email: "email"
    case .phone: "tel"
    }
  }
}

/// A select of a form, and a problem with the choice.
struct FormSelect: PagePart {
  var name, label, hint: String
  var choices: [Choice]
  var problem, describedBy: String

  /// A select; `problems` are those of the whole form.
  init(_ name: String, _ label: String, choices: [Choice], hint: String = "", problems: [FieldProblem] = []) {
    (self.name, self.label, self.hint, self.choices) = (name, label, hint, choices)
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }
}

/// A field of several lines.
struct FormText: PagePart {
  var name, label, hint, value, problem, describedBy: String

  /// A field; `problems` are those of the whole form.
  init(
    _ name: String, _ label: String, value: String = "", hint: String = "", problems: [FieldProblem] = []
  ) {
    (self.name, self.label, self.hint, self.value) = (name, label, hint, value)
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }
}

/// A field for a password, which the server never fills in.
struct PasswordField: PagePart {
  var name, label, hint, problem: String
  /// The kind of password that the browser may fill in.
  var fill: String
  var describedBy: String

  /// A field; `problems` are those of the whole form.
  ///
  /// - Parameter isNew: whether a new password is being chosen.
  init(
    _ name: String, _ label: String, hint: String = "", isNew: Bool = false, problems: [FieldProblem] = []
  ) {
    (self.name, self.label, self.hint) = (name, label, hint)
    fill = isNew ? "new-password" : "current-password"
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }
}

/// The common head of every page with a form.
struct FormHead: PageHead {
  var shell: Shell
  /// The list of settings, for pages that belong to it; empty for others.
  var settings: String
  var path: String
  var notice: ActionNotice?
  var secret: SecretOnce?
  var problems: ProblemList?

  /// - Parameter place: a field's place in a long form, for the list of problems.
  init(
    _ shell: Shell, slug: String? = nil, path: String, problems: [FieldProblem] = [],
    secret: SecretOnce? = nil, notice: ActionNotice? = nil, place: (String) -> String? = { _ in nil }
  ) {
    (self.shell, self.path, self.secret, self.notice) = (shell, path, secret, notice)
    settings = slug.map(Shell.Section.settings.path) ?? ""
    self.problems = ProblemList(problems, place: place)
  }
}
