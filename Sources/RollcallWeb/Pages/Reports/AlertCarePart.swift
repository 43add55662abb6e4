import Rollcall

/// That somebody sees to an alert.
struct AlertSeenTo: PagePart {
  var who: String
  var since: Moment
  /// What they added; may be empty.
  var note: String

  /// Somebody since an instant.
  init(who: String, since: Timestamp, note: String = "", clock: PageClock) {
    self.who = who
    self.since = clock.time(since)
    self.note = note
  }
}

/// That an alert is snoozed.
struct AlertSnoozed: PagePart {
  var who: String
  /// Until when; absent for a snooze until the alert closes.
  var until: Moment?
  /// Why; may be empty.
  var note: String

  /// A snooze by somebody until an instant; `nil` = until the alert closes.
  init(who: String, until: Timestamp?, note: String = "", clock: PageClock) {
    self.who = who
    self.until = until.map { clock.time($0) }
    self.note = note
  }
}

/// How somebody acts on an open alert.
struct AlertForms: PagePart {
  /// Where its forms lead, without the last word.
  var path: String
  /// The newest act that is shown: whoever acts says what they had seen.
  var seen: String
  /// What says that one sees to it.
  var acknowledge: String
  /// What the snooze is called.
  var snooze: String
  /// For how long it can be snoozed.
  var lengths: [Choice]
  /// Whether it is snoozed.
  var isSnoozed: Bool
  /// What one adds to seeing to it; on the alert's own page.
  var note: FormField?
  /// Why one snoozes it; on the alert's own page.
  var reason: FormField?

  /// The forms of an alert.
  ///
  /// - Parameters:
  ///   - path: the alert's page.
  ///   - care: how the alert stands.
  ///   - typed: what was typed as note and reason; only with it there are fields.
  ///   - problems: what is wrong with it.
  init(
    path: String, care: AlertCare, typed: (note: String, reason: String)? = nil,
    problems: [FieldProblem] = []
  ) {
    self.path = path
    let hint = "At most \(AlertAct.noteLimit) characters; everybody who sees the alert reads it."
    note = typed.map { FormField("note", "Note", value: $0.note, hint: hint, problems: problems) }
    reason = typed.map { FormField("reason", "Why", value: $0.reason, hint: hint, problems: problems) }
    seen = String(care.newest)
    acknowledge = care.acknowledged == nil ? "I see to it" : "I see to it now"
    snooze = care.isSnoozed ? "Snooze it anew" : "Snooze"
    lengths = AlertSnooze.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
    isSnoozed = care.isSnoozed
  }
}

extension AlertSnooze {
  /// The words of its button.
  var label: String {
    switch self {
    case .halfHour: "30 minutes"
    case .twoHours: "2 hours"
    case .eightHours: "8 hours"
    case .untilClosed: "Until it closes"
    }
  }
}
