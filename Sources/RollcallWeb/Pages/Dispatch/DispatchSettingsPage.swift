import Rollcall

/// How long answers and graces take.
struct DispatchSettingsPage: Page {
  static let template = "Dispatch/DispatchSettingsPage"

  var shell: Shell
  var settings: String
  var path: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// The time to answer, a field for each severity, the gravest first.
  var answers: [FormField]
  /// How long an assignee may be offline.
  var grace: FormField

  /// The form.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - form: as stored or as typed.
  ///   - problems: what is wrong with it.
  ///   - notice: what happened, e.g. that it was saved.
  init(
    shell: Shell, slug: String, form: DispatchForm, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = PagePath.settings(slug, "dispatch")
    self.notice = notice
    self.problems = ProblemList(problems) { name in
      Incident.Severity.allCases.first { DispatchForm.name($0) == name }
        .map { "Answer, \(StatePill.severity($0).word)" } ?? (name == "grace" ? "Grace" : nil)
    }
    answers = Incident.Severity.allCases.reversed().map { severity in
      FormField(
        DispatchForm.name(severity), StatePill.severity(severity).word, value: form.answers[severity] ?? "",
        unit: "s", kind: .number, isRequired: true, problems: problems)
    }
    grace = FormField(
      "grace", "Offline for", value: form.grace, unit: "s", kind: .number, isRequired: true,
      problems: problems)
  }

  /// What is set in one line: `Answers within 30 s · grace 1 min`.
  static func summary(_ settings: DispatchSettings) -> String {
    let grace = settings.grace == 0 ? "no grace" : "grace \(DispatchForm.seconds(settings.grace)) s"
    return "Answers within \(Words.answerTimes(settings)) · \(grace) for an assignee who is offline"
  }
}

extension Words {
  /// `30 s`, or, where they differ, `20 s (critical), 30 s (high), 30 s (normal), 120 s (low)`.
  static func answerTimes(_ settings: DispatchSettings) -> String {
    let times = Incident.Severity.allCases.reversed().map { ($0, settings.answerTime($0)) }
    guard let first = times.first, times.contains(where: { $0.1 != first.1 }) else {
      return "\(DispatchForm.seconds(settings.answerTime(.normal))) s"
    }
    return times.map { "\(DispatchForm.seconds($0.1)) s (\($0.0.rawValue))" }.joined(separator: ", ")
  }
}
