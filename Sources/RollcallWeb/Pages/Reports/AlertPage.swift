import Rollcall

/// One alert, open or closed: what is done about it, and how one acts.
struct AlertPage: Page {
  static let template = "Reports/AlertPage"

  /// What an alert is, whether it is open or not.
  struct Subject: Sendable {
    /// The alert.
    var alert: Alert
    /// Whom it is about.
    var scope: String
    /// Where that is found; empty when the reader may not follow.
    var href: String
    var detail: String
  }

  var shell: Shell
  /// The list of alerts.
  var list: String
  var title: String
  /// How urgent it is, or that it has closed.
  var severity: StatePill
  /// Whom or what it is about.
  var scope: String
  var href: String
  /// What happened to what the reader wanted.
  var notice: ActionNotice?
  /// What is wrong with what was typed.
  var problems: ProblemList?
  var opened: Moment
  /// When it was closed; absent while it is open.
  var closed: Moment?
  var detail: String
  /// What it means; empty when it has closed.
  var meaning: String
  /// What to do; empty when it has closed.
  var advice: String
  /// Who sees to it; absent when nobody does.
  var seenTo: AlertSeenTo?
  /// That it is snoozed; absent when it is not.
  var snoozed: AlertSnoozed?
  /// How the reader acts on it; absent when it has closed, and for whoever may not.
  var forms: AlertForms?
  /// Who fell silent, of a mass silence.
  var people: Rows<AlertPersonRow>
  /// Whether it is one.
  var hasPeople: Bool
  /// What was done, the newest first.
  var acts: Rows<LogRow>
  /// Whether anything was.
  var hasActs: Bool

  /// The page of an alert.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - acts: what was done, the newest first.
  ///   - notice: what happened to what the reader wanted.
  ///   - problems: what is wrong with what was typed.
  init(
    shell: Shell, slug: String, _ subject: Subject, seenTo: AlertSeenTo? = nil, snoozed: AlertSnoozed? = nil,
    forms: AlertForms? = nil, people: [AlertPersonRow] = [], acts: [LogRow], notice: ActionNotice? = nil,
    problems: [FieldProblem] = [],
    clock: PageClock
  ) {
    let alert = subject.alert
    let words = AlertWords(alert.topic.kind.rawValue)
    let isOpen = alert.closedAt == nil
    self.shell = shell
    list = Shell.Section.alerts.path(slug)
    title = words.title
    severity = .alert(isCritical: alert.topic.isCritical, isOpen: isOpen)
    (scope, href, detail) = (subject.scope, subject.href, subject.detail)
    self.notice = notice
    self.problems = ProblemList(problems)
    opened = clock.time(alert.openedAt)
    closed = alert.closedAt.map { clock.time($0) }
    (meaning, advice) = isOpen ? (words.meaning, words.advice) : ("", "")
    (self.seenTo, self.snoozed, self.forms) = (seenTo, snoozed, forms)
    self.people = Rows(people)
    hasPeople = !people.isEmpty
    self.acts = Rows(acts)
    hasActs = !acts.isEmpty
  }
}
