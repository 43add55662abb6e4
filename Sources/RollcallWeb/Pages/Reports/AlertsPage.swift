public import Rollcall

/// What is wrong now, what it means, what to do; and what was wrong in the last seven days.
public struct AlertsPage: Page {
  /// Its template.
  public static let template = "Reports/AlertsPage"
  /// What an open page fetches again.
  public static let fragmentTemplate: String? = "Reports/Alerts"

  /// What surrounds it.
  public var shell: Shell
  /// That alerts wait because Rollcall itself was away.
  public var notices: [ActionNotice]
  /// The instant of the page, for scripts.
  public var now: String
  /// The instant of the data.
  public var asOf: Moment
  /// How long ago that was.
  public var age: Moment
  /// The same as JSON.
  public var json: String
  /// Those that are open and not snoozed, critical ones first.
  public var open: [OpenAlert]
  /// Those that are open and snoozed.
  public var snoozed: [OpenAlert]
  /// How many those are; empty when there is none.
  public var snoozedTitle: String
  /// What is said when none is.
  public var calm: EmptyState?
  /// Those closed in the last seven days, the newest first.
  public var closed: Rows<ClosedAlertRow>
  /// Whether there was none.
  public var isNothingClosed: Bool

  /// Why alerts wait: Rollcall itself was away, and accuses nobody for it.
  public struct Hold: Sendable {
    /// When Rollcall was away.
    public var away: (from: Timestamp, to: Timestamp)
    /// Until when alerts wait.
    public var until: Timestamp

    /// A hold from its instants.
    public init(away: (from: Timestamp, to: Timestamp), until: Timestamp) {
      self.away = away
      self.until = until
    }
  }

  /// The alerts of a workspace.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - open: critical ones first, then the oldest; snoozed ones too.
  ///   - closed: those closed in the last seven days, the newest first.
  ///   - hold: why and until when new ones wait; `nil` when they do not.
  public init(
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
    snoozedTitle = snoozed.isEmpty ? "" : "\(Words.grouped(Int64(snoozed.count))) snoozed"
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

  /// An example with every kind of content.
  public static let sample = AlertsPage(
    shell: .example(.alerts), slug: "city-rescue",
    open: [
      .sample,
      OpenAlert(
        id: 13, page: "/w/city-rescue/alerts/13", kind: "HighOfflineRate", isCritical: false,
        scope: "City Rescue", href: "/w/city-rescue/board?status=offline",
        since: PageClock.sampleNow.advanced(by: -131_000), detail: "7 of 38 are offline, 18 %",
        clock: PageClock.sample),
      OpenAlert(
        id: 10, page: "/w/city-rescue/alerts/10", kind: "ResponderFlapping", isCritical: false,
        scope: "أحمد بن عبد الرحمن", href: "/w/city-rescue/responders/5",
        since: PageClock.sampleNow.advanced(by: -5_400_000), detail: "6 changes in 15 min",
        clock: PageClock.sample),
      .massSample, .snoozedSample,
    ],
    closed: [.sample],
    hold: Hold(
      away: (PageClock.sampleNow.advanced(by: -240_000), PageClock.sampleNow.advanced(by: -60_000)),
      until: PageClock.sampleNow.advanced(by: 120_000)),
    clock: PageClock.sample)
}
