import Rollcall

/// Asks people to take an open incident: down the ranking, or by hand.
struct AskPart: PagePart {
  var action: String
  var back = ""
  var title: String
  var lead = ""
  /// What the assignee to be replaced has done; absent when there is none.
  var done: DoneSoFar?
  /// The offer of the assignee to be replaced; empty when there is none.
  var from = ""
  /// Why the assignee is replaced; absent when there is none.
  var reason: FormField?
  var within: FormField
  var down: String
  var problems: ProblemList?
  var candidates: CandidateList

  /// The posted form.
  struct Draft {
    /// Seconds.
    var within = ""
    var reason = ""
    var picks: Set<Responder.ID> = []
    /// Whether it replaces an assignee.
    var isReassigning = false
  }

  /// - Parameters:
  ///   - assignee: the assignee's offer and name: they are replaced.
  ///   - isAgain: whether the ranking was run before.
  init(
    _ candidates: CandidateList, assignee: (offer: Offer.ID?, name: String, done: DoneSoFar?)? = nil,
    isAgain: Bool = false,
    settings: DispatchSettings, severity: Incident.Severity, draft: Draft = Draft(),
    problems: [FieldProblem] = []
  ) {
    self.candidates = candidates.inForm(IncidentPage.form, isOpen: false)
    within = .within(draft.within, settings: settings, severity: severity, problems: problems)
    self.problems = ProblemList(problems.filter { $0.field == "within" || $0.field == "reason" })
    guard let assignee else {
      (action, title) = ("offers", Words.Asking.title)
      down = isAgain ? Words.Asking.inOrderAgain : Words.Asking.inOrder
      return
    }
    (action, title, down) = ("reassign", Words.Asking.reassign, Words.Asking.reassignInOrder)
    lead = Words.Asking.takesFrom(assignee.name)
    done = assignee.done
    from = assignee.offer.map { String($0.rawValue) } ?? AskPart.byVoice
    reason = FormField(
      "reason", "Why", value: draft.reason, hint: Words.Asking.reasonHint, problems: problems)
  }

  /// In place of the offer of an assignee who took it by voice.
  static let byVoice = "voice"

  /// The same with addresses below that of the incident.
  func on(_ path: String) -> AskPart {
    var part = self
    (part.action, part.back) = ("\(path)/\(action)", path)
    return part
  }
}

extension FormField {
  /// The field of the time to answer.
  ///
  /// - Parameters:
  ///   - text: seconds as typed; empty = as set.
  ///   - severity: of the incident; `nil` = it is still to be chosen.
  static func within(
    _ text: String, settings: DispatchSettings, severity: Incident.Severity? = nil,
    problems: [FieldProblem]
  ) -> FormField {
    let standard =
      severity.map { Words.exactly(settings.answerTime($0)) } ?? Words.answerTimes(settings)
    return FormField(
      "within", Words.Asking.within, value: text, hint: Words.Asking.withinHint(standard),
      unit: "s", kind: .number, problems: problems)
  }
}
