import Rollcall

/// The open alerts with meaning and advice, and those of the last seven days, or of another time.
struct AlertsPage: Page {
  static let template = "Reports/AlertsPage"
  static let fragmentTemplate: String? = "Reports/Alerts"

  var shell: Shell
  /// Says that alerts wait because Rollcall itself was away.
  var notices: [ActionNotice]
  var stamp: PageStamp
  /// The filter: its target, its controls, and the page without it, empty when there is none.
  var path: String
  var filters: [FilterPart]
  var clear: String
  var json: String
  /// Open alerts that are not snoozed, critical ones first; and snoozed ones.
  var open, snoozed: [OpenAlert]
  /// How many are snoozed; empty when none is.
  var snoozedTitle: String
  /// Shown when none is open.
  var calm: EmptyState?
  /// `Closed in the last 7 days`, or in the time that is asked for.
  var closedTitle: String
  /// They, the newest first.
  var closed: Rows<ClosedAlertRow>
  var isNothingClosed: Bool

  /// Why alerts wait: Rollcall itself was away, and that counts against no one.
  struct Hold: Sendable {
    var away: (from: Timestamp, to: Timestamp)
    /// Until when alerts wait.
    var until: Timestamp
  }

  /// The alerts of a workspace.
  ///
  /// - Parameters:
  ///   - query: the time that is asked for; `nil` for the usual one.
  ///   - later: how many open alerts began after that time, and are left out.
  ///   - open: critical ones first, then the oldest; snoozed ones too.
  ///   - closed: those of the time that are closed, the newest first.
  ///   - hold: why and until when new ones wait; `nil` when they do not.
  ///   - board: the live board; empty when the reader may not open it.
  init(
    shell: Shell, slug: String, query: AlertQuery? = nil, later: Int = 0, open: [OpenAlert],
    closed: [ClosedAlertRow], hold: Hold? = nil,
    board: String, clock: PageClock
  ) {
    let asked = query?.asked ?? AlertFilter()
    (self.shell, stamp, path) = (shell, PageStamp(clock), Shell.Section.alerts.path(slug))
    (filters, json) = (asked.controls(clock: clock), asked.query.link(path + ".json"))
    clear = asked.isNarrow ? path : ""
    notices = hold.map { [Self.notice($0, clock)] } ?? []
    if let problem = query?.problem, !problem.utf8.isEmpty {
      notices.append(ActionNotice(.warning, problem))
    }
    if later > 0 {
      notices.append(
        ActionNotice(
          .warning, Words.Alerts.later(later), action: Link(label: Words.Alerts.showAll, href: path)))
    }
    self.open = open.filter { $0.snoozed == nil }
    snoozed = open.filter { $0.snoozed != nil }
    snoozedTitle = snoozed.isEmpty ? "" : Words.Alerts.snoozed(snoozed.count)
    let span = query?.span
    calm =
      self.open.isEmpty
      ? Self.calm(isHeld: hold != nil, isRest: !snoozed.isEmpty, isOfTime: span != nil, board: board) : nil
    closedTitle =
      span.map { Words.Alerts.closed(of: clock.span($0.from..<$0.to)) } ?? Words.Alerts.closedLately
    (self.closed, isNothingClosed) = (Rows(closed), closed.isEmpty)
  }

  private static func notice(_ hold: Hold, _ clock: PageClock) -> ActionNotice {
    // The end is told by the next whole minute: by then they wait no longer.
    ActionNotice(
      .warning, Words.Alerts.wait(until: clock.minute(hold.until.ceiling(to: 60_000)).text),
      detail: Words.Alerts.away(clock.minute(hold.away.from).text, clock.minute(hold.away.to).text))
  }

  private static func calm(isHeld: Bool, isRest: Bool, isOfTime: Bool, board: String) -> EmptyState {
    EmptyState(
      title: isOfTime ? Words.Alerts.noneOfTime : isRest ? Words.Alerts.noOther : Words.Alerts.none,
      advice: isHeld ? Words.Alerts.notKnownYet : board.utf8.isEmpty ? "" : Words.Alerts.noneAdvice,
      action: board.utf8.isEmpty ? nil : Link(label: "Board", href: board))
  }
}

struct OpenAlert: PagePart {
  var key, page: String
  /// Its kind, in words and as in the metrics.
  var title, kind: String
  var severity: StatePill
  /// The subject: a region, a person, the workspace; and its page.
  var scope, href: String
  /// How long it has been open, and the exact time.
  var since, opened: Moment
  /// The figures behind it, e.g. `7 of 38 offline`.
  var detail: String
  /// The people of a mass silence; else empty.
  var people: String
  var meaning, advice: String
  /// The member who sees to it; absent when there is none.
  var seenTo: AlertSeenTo?
  /// Its snooze; absent when it is not snoozed.
  var snoozed: AlertSnoozed?
  /// Which channel is told next; absent when nobody has to acknowledge it.
  var escalation: AlertEscalation?
  /// The reader's forms; absent for readers who may not act.
  var forms: AlertForms?
}

extension OpenAlert {
  init(
    id: Int64, page: String, kind: String, isCritical: Bool, scope: String, href: String = "",
    since: Timestamp, detail: String = "", people: String = "", seenTo: AlertSeenTo? = nil,
    snoozed: AlertSnoozed? = nil, escalation: AlertEscalation? = nil, forms: AlertForms? = nil,
    clock: PageClock
  ) {
    let words = AlertWords(kind)
    self.init(
      key: "a\(id)", page: page, title: words.title, kind: kind,
      severity: .alert(isCritical: isCritical, isOpen: true), scope: scope, href: href,
      since: clock.span(since: since), opened: clock.time(since), detail: detail, people: people,
      meaning: words.meaning, advice: words.advice, seenTo: seenTo, snoozed: snoozed,
      escalation: escalation, forms: forms)
  }
}

/// A closed alert.
struct ClosedAlertRow: PageRow {
  static let template = "Reports/ClosedAlertRow"

  var key, page: String
  var title: String
  var scope, href: String
  var opened, closed: Moment
  var length: String
}

extension ClosedAlertRow {
  init(
    id: Int64, page: String, kind: String, scope: String, href: String = "", opened: Timestamp,
    closed: Timestamp, clock: PageClock
  ) {
    self.init(
      key: "a\(id)", page: page, title: AlertWords(kind).title, scope: scope, href: href,
      opened: clock.time(opened), closed: clock.time(closed), length: Words.duration(closed.since(opened)))
  }
}
