import Rollcall

/// One alert, open or closed: people's actions on it, and the reader's forms.
struct AlertPage: Page {
  static let template = "Reports/AlertPage"

  struct Subject: Sendable {
    var alert: Alert
    /// The subject and its page; empty when the reader may not open it.
    var scope, href: String
    var detail: String
  }

  var shell: Shell
  var list: String
  var title: String
  /// Its urgency, or that it has closed.
  var severity: StatePill
  var scope, href: String
  var notice: ActionNotice?
  var problems: ProblemList?
  var opened: Moment
  /// When it was closed; absent while it is open.
  var closed: Moment?
  var detail: String
  /// Its meaning and advice; empty when it has closed.
  var meaning, advice: String
  /// The member who sees to it; absent when there is none.
  var seenTo: AlertSeenTo?
  /// Its snooze; absent when it is not snoozed.
  var snoozed: AlertSnoozed?
  /// Which channel is told next; absent when nobody has to acknowledge it.
  var escalation: AlertEscalation?
  /// The reader's forms; absent when it has closed, and for readers who may not act.
  var forms: AlertForms?
  var people: Rows<AlertPersonRow>
  /// The actions on it, the newest first.
  var acts: Rows<LogRow>

  init(
    shell: Shell, slug: String, _ subject: Subject, seenTo: AlertSeenTo? = nil, snoozed: AlertSnoozed? = nil,
    escalation: AlertEscalation? = nil, forms: AlertForms? = nil, people: [AlertPersonRow] = [],
    acts: [LogRow], notice: ActionNotice? = nil,
    problems: [FieldProblem] = [], clock: PageClock
  ) {
    let alert = subject.alert
    let words = AlertWords(alert.topic.kind.rawValue)
    let isOpen = alert.closedAt == nil
    (self.shell, list, title) = (shell, Shell.Section.alerts.path(slug), words.title)
    severity = .alert(isCritical: alert.topic.isCritical, isOpen: isOpen)
    (scope, href, detail) = (subject.scope, subject.href, subject.detail)
    (self.notice, self.problems) = (notice, ProblemList(problems))
    (opened, closed) = (clock.time(alert.openedAt), alert.closedAt.map { clock.time($0) })
    (meaning, advice) = isOpen ? (words.meaning, words.advice) : ("", "")
    (self.seenTo, self.snoozed, self.escalation, self.forms) = (seenTo, snoozed, escalation, forms)
    (self.people, self.acts) = (Rows(people), Rows(acts))
  }
}

/// A person who fell silent in a mass silence.
struct AlertPersonRow: PageRow {
  static let template = "Reports/AlertPersonRow"

  var key, name, href: String
  /// When they were last heard before it.
  var fell: Moment
  /// When they were heard again, or no longer watched; absent while they are silent.
  var back: Moment?
  /// Shown until they are back.
  var wait: String
}

extension AlertPersonRow {
  init(
    id: Responder.ID, name: String, href: String = "", fell: Timestamp, back: Timestamp? = nil,
    isCarried: Bool = false, clock: PageClock
  ) {
    self.init(
      key: "p\(id.rawValue)", name: name, href: href, fell: clock.time(fell),
      back: back.map { clock.time($0) }, wait: isCarried ? Words.Alerts.nextStep : Words.Alerts.notYet)
  }
}

/// A member sees to an alert.
struct AlertSeenTo: PagePart {
  var who: String
  var since: Moment
  /// Their note; may be empty.
  var note: String

  init(who: String, since: Timestamp, note: String = "", clock: PageClock) {
    (self.who, self.since, self.note) = (who, clock.time(since), note)
  }
}

/// An alert's snooze.
struct AlertSnoozed: PagePart {
  var who: String
  /// Until when; absent for a snooze until the alert closes.
  var until: Moment?
  /// Why; may be empty.
  var note: String

  init(who: String, until: Timestamp?, note: String = "", clock: PageClock) {
    (self.who, self.until, self.note) = (who, until.map { clock.time($0) }, note)
  }
}

/// The next step while no member acknowledges an alert.
struct AlertEscalation: PagePart {
  var channel: String
  var at: Moment
}

/// The forms on an open alert.
struct AlertForms: PagePart {
  /// The target of its forms, without the last word.
  var path: String
  /// The newest act shown: a form tells what its sender had seen.
  var seen: String
  /// The buttons' labels: see to it, snooze.
  var acknowledge, snooze: String
  var lengths: [Choice]
  var isAcknowledged, isSnoozed: Bool
  /// The note on seeing to it, and the reason for a snooze; on the alert's own page.
  var note, reason: FormField?

  /// - Parameters:
  ///   - path: the alert's page.
  ///   - typed: the typed note and reason; the fields exist only with it.
  init(
    path: String, care: AlertCare, typed: (note: String, reason: String)? = nil, problems: [FieldProblem] = []
  ) {
    let hint = Words.Alerts.noteHint(AlertAct.noteLimit)
    note = typed.map { FormField("note", "Note", value: $0.note, hint: hint, problems: problems) }
    reason = typed.map { FormField("reason", "Why", value: $0.reason, hint: hint, problems: problems) }
    (self.path, seen, isSnoozed) = (path, String(care.newest), care.isSnoozed)
    isAcknowledged = care.acknowledged != nil
    acknowledge = care.acknowledged == nil ? "Acknowledge" : Words.Alerts.acknowledgeAgain
    snooze = care.isSnoozed ? Words.Alerts.snoozeAnew : "Snooze"
    lengths = AlertSnooze.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
  }
}

extension AlertSnooze {
  var label: String {
    switch self {
    case .halfHour: "30 minutes"
    case .twoHours: "2 hours"
    case .eightHours: "8 hours"
    case .untilClosed: Words.Alerts.untilCloses
    }
  }
}
