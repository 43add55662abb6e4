import Rollcall

/// What is wrong now, what it means, what to do; and what was wrong in the last seven days.
struct AlertsPage: Page {
  static let template = "Reports/AlertsPage"
  static let fragmentTemplate: String? = "Reports/Alerts"

  var shell: Shell
  /// That alerts wait because Rollcall itself was away.
  var notices: [ActionNotice]
  var now: String
  var asOf: Moment
  var age: Moment
  var json: String
  /// Those that are open and not snoozed, critical ones first.
  var open: [OpenAlert]
  /// Those that are open and snoozed.
  var snoozed: [OpenAlert]
  /// How many those are; empty when there is none.
  var snoozedTitle: String
  /// What is said when none is.
  var calm: EmptyState?
  /// Those closed in the last seven days, the newest first.
  var closed: Rows<ClosedAlertRow>
  /// Whether there was none.
  var isNothingClosed: Bool

  /// Why alerts wait: Rollcall itself was away, and accuses nobody for it.
  struct Hold: Sendable {
    /// When Rollcall was away.
    var away: (from: Timestamp, to: Timestamp)
    /// Until when alerts wait.
    var until: Timestamp
  }

  /// The alerts of a workspace.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - open: critical ones first, then the oldest; snoozed ones too.
  ///   - closed: those closed in the last seven days, the newest first.
  ///   - hold: why and until when new ones wait; `nil` when they do not.
  init(
    shell: Shell, slug: String, open: [OpenAlert], closed: [ClosedAlertRow], hold: Hold? = nil,
    clock: PageClock
  ) {
    self.shell = shell
    notices = hold.map { [Self.notice($0, clock)] } ?? []
    now = LocalTime.iso(clock.now)
    asOf = clock.time(clock.now)
    age = clock.age(of: clock.now)
    json = Shell.Section.alerts.path(slug) + ".json"
    self.open = open.filter { $0.snoozed == nil }
    snoozed = open.filter { $0.snoozed != nil }
    snoozedTitle = snoozed.isEmpty ? "" : "\(Words.grouped(snoozed.count)) snoozed"
    calm =
      self.open.isEmpty
      ? Self.calm(isHeld: hold != nil, isRest: !snoozed.isEmpty, path: Shell.Section.board.path(slug)) : nil
    self.closed = Rows(closed)
    isNothingClosed = closed.isEmpty
  }

  /// `from 11:00:04 to 11:10:04`; a restart of a moment has no length worth telling.
  private static func away(_ hold: Hold, _ clock: PageClock) -> String {
    let (from, to) = (clock.time(hold.away.from).text, clock.time(hold.away.to).text)
    return from == to ? "for a moment at \(to)" : "from \(from) to \(to)"
  }

  private static func notice(_ hold: Hold, _ clock: PageClock) -> ActionNotice {
    ActionNotice(
      .warning, "Alerts may wait until \(clock.time(hold.until).text).",
      detail:
        "Rollcall itself was away \(away(hold, clock)): whoever decides one is given time to be heard again.")
  }

  private static func calm(isHeld: Bool, isRest: Bool, path: String) -> EmptyState {
    EmptyState(
      title: isRest ? "No other alert is open." : "No alert is open.",
      advice: isHeld ? "What is wrong now may not be known yet." : "The board tells how everybody is.",
      action: Link(label: "Board", href: path))
  }
}
