public import Rollcall

/// One alert, open or closed: what is done about it, and how one acts.
public struct AlertPage: Page {
  /// Its template.
  public static let template = "Reports/AlertPage"

  /// What an alert is, whether it is open or not.
  public struct Subject: Sendable {
    /// The alert.
    public var alert: Alert
    /// Whom it is about.
    public var scope: String
    /// Where that is found; empty when the reader may not follow.
    public var href: String
    /// The figures behind it; may be empty.
    public var detail: String

    /// A subject from its parts.
    public init(alert: Alert, scope: String, href: String, detail: String) {
      self.alert = alert
      self.scope = scope
      self.href = href
      self.detail = detail
    }
  }

  /// What surrounds it.
  public var shell: Shell
  /// The list of alerts.
  public var list: String
  /// Its kind in words.
  public var title: String
  /// How urgent it is, or that it has closed.
  public var severity: StatePill
  /// Whom or what it is about.
  public var scope: String
  /// Where that is found; may be empty.
  public var href: String
  /// What happened to what the reader wanted.
  public var notice: ActionNotice?
  /// What is wrong with what was typed.
  public var problems: ProblemList?
  /// When it was opened.
  public var opened: Moment
  /// When it was closed; absent while it is open.
  public var closed: Moment?
  /// The figures behind it; may be empty.
  public var detail: String
  /// What it means; empty when it has closed.
  public var meaning: String
  /// What to do; empty when it has closed.
  public var advice: String
  /// Who sees to it; absent when nobody does.
  public var seenTo: AlertSeenTo?
  /// That it is snoozed; absent when it is not.
  public var snoozed: AlertSnoozed?
  /// How the reader acts on it; absent when it has closed, and for whoever may not.
  public var forms: AlertForms?
  /// Who fell silent, of a mass silence.
  public var people: Rows<AlertPersonRow>
  /// Whether it is one.
  public var hasPeople: Bool
  /// What was done, the newest first.
  public var acts: Rows<LogRow>
  /// Whether anything was.
  public var hasActs: Bool

  /// The page of an alert.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - acts: what was done, the newest first.
  ///   - notice: what happened to what the reader wanted.
  ///   - problems: what is wrong with what was typed.
  public init(
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

  /// An example with every kind of content.
  public static let sample = AlertPage(
    shell: .example(.alerts, title: "Alert 12"), slug: "city-rescue",
    Subject(
      alert: Alert(
        id: 12, topic: .noOnlineResponders(region: "North"),
        openedAt: PageClock.sampleNow.advanced(by: -393_000), detail: ""),
      scope: "North", href: "/w/city-rescue/board?region=North",
      detail: "0 of 5 on duty: 2 offline, 1 degraded, 2 off duty"), seenTo: .sample, snoozed: .sample,
    forms: AlertForms(
      path: "/w/city-rescue/alerts/12", care: .none, typed: ("", "")), people: [.sample], acts: sampleActs,
    clock: PageClock.sample)

  /// Examples of what is done, the newest first.
  static let sampleActs = [
    LogRow(
      id: 2, at: PageClock.sampleNow.advanced(by: -30_000), who: "ana@example.org",
      what: "Snoozed it until 13:04:33", words: "The mast is repaired.", clock: PageClock.sample),
    LogRow(
      id: 1, at: PageClock.sampleNow.advanced(by: -60_000), who: "ana@example.org", what: "Sees to it",
      words: "I call Mirela.", clock: PageClock.sample),
  ]
}
