public import Rollcall

/// An alert that is open.
public struct OpenAlert: PagePart {
  /// Its kind in words.
  public var title: String
  /// Its kind, as in the metrics.
  public var kind: String
  /// How urgent it is.
  public var severity: StatePill
  /// Whom or what it is about: a region, a person, the workspace.
  public var scope: String
  /// Where that is found; may be empty.
  public var href: String
  /// Since when.
  public var since: Moment
  /// The exact time.
  public var opened: Moment
  /// The figures behind it; may be empty.
  public var detail: String
  /// What it means.
  public var meaning: String
  /// What to do.
  public var advice: String

  /// An open alert.
  ///
  /// - Parameters:
  ///   - kind: `HighOfflineRate`, `ResponderFlapping`, `NoOnlineResponders` or `ResponderOffline`.
  ///   - scope: whom it is about: a region's or a person's name, or the workspace's.
  ///   - href: where that is found; empty when the reader may not follow.
  ///   - detail: the figures behind it, e.g. `7 of 38 offline`.
  public init(
    kind: String, isCritical: Bool, scope: String, href: String = "", since: Timestamp, detail: String = "",
    clock: PageClock
  ) {
    let words = AlertWords(kind)
    title = words.title
    self.kind = kind
    severity = .alert(isCritical: isCritical, isOpen: true)
    self.scope = scope
    self.href = href
    self.since = clock.span(since: since)
    opened = clock.time(since)
    self.detail = detail
    meaning = words.meaning
    advice = words.advice
  }

  /// An example with every kind of content.
  public static let sample = OpenAlert(
    kind: "NoOnlineResponders", isCritical: true, scope: "North", href: "/w/city-rescue/board?region=North",
    since: BoardPage.sampleNow.advanced(by: -393_000),
    detail: "0 of 5 on duty: 2 offline, 1 degraded, 2 off duty",
    clock: BoardPage.sampleClock)
}

/// An alert that is over.
public struct ClosedAlertRow: PageRow {
  /// Its template.
  public static let template = "Reports/ClosedAlertRow"

  /// The row's name in the page, `a` and the alert's id.
  public var key: String
  /// Its kind in words.
  public var title: String
  /// Whom or what it was about.
  public var scope: String
  /// Where that is found; may be empty.
  public var href: String
  /// When it was opened.
  public var opened: Moment
  /// When it was closed.
  public var closed: Moment
  /// How long it was open.
  public var length: String

  /// A closed alert; the parameters are those of `OpenAlert`.
  public init(
    id: Int64, kind: String, scope: String, href: String = "", opened: Timestamp, closed: Timestamp,
    clock: PageClock
  ) {
    key = "a\(id)"
    title = AlertWords(kind).title
    self.scope = scope
    self.href = href
    self.opened = clock.time(opened)
    self.closed = clock.time(closed)
    length = Words.duration(closed.since(opened))
  }

  /// An example with every kind of content.
  public static let sample = ClosedAlertRow(
    id: 8, kind: "ResponderFlapping", scope: "Omar Haddad", href: "/w/city-rescue/responders/8",
    opened: BoardPage.sampleNow.advanced(by: -90_000_000),
    closed: BoardPage.sampleNow.advanced(by: -87_600_000), clock: BoardPage.sampleClock)
}
