/// What is wrong with one field of a form: told beside the field, and in the list above the form with a link to it.
struct FieldProblem: PagePart, Hashable {
  /// The field's name, which is also its id in the page; empty for the form as a whole.
  var field: String
  /// What is wrong, a sentence.
  var text: String

  /// A problem of `field`.
  init(_ field: String, _ text: String) {
    self.field = field
    self.text = text
  }

  /// The ids that describe a field, in the order in which they are read; empty when nothing does.
  static func describing(_ name: String, hint: String, problem: String) -> String {
    let ids = [problem.utf8.isEmpty ? "" : "\(name)-problem", hint.utf8.isEmpty ? "" : "\(name)-hint"]
    return ids.filter { !$0.utf8.isEmpty }.joined(separator: " ")
  }
}

extension [FieldProblem] {
  /// The problems of one field in one text; empty when there are none.
  func of(_ field: String) -> String { filter { $0.field == field }.map(\.text).joined(separator: " ") }
}

/// Everything that is wrong with a form, above it.
struct ProblemList: PagePart {
  /// The problems in the order of the form.
  var items: [FieldProblem]
}

extension ProblemList {
  /// The list; `nil` when there is nothing wrong.
  ///
  /// - Parameter place: where in a long form a field stands, e.g. `Rule 1, degraded after`.
  init?(_ problems: [FieldProblem], place: (String) -> String? = { _ in nil }) {
    guard !problems.isEmpty else { return nil }
    items = problems.map { problem in
      place(problem.field).map { FieldProblem(problem.field, "\($0): \(problem.text)") } ?? problem
    }
  }
}
