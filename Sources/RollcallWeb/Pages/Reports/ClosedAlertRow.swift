public import Rollcall

/// An alert that is over.
public struct ClosedAlertRow: PageRow {
  /// Its template.
  public static let template = "Reports/ClosedAlertRow"

  /// The row's name in the page, `a` and the alert's id.
  public var key: String
  /// Its own page.
  public var page: String
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
    id: Int64, page: String, kind: String, scope: String, href: String = "", opened: Timestamp,
    closed: Timestamp, clock: PageClock
  ) {
    key = "a\(id)"
    self.page = page
    title = AlertWords(kind).title
    self.scope = scope
    self.href = href
    self.opened = clock.time(opened)
    self.closed = clock.time(closed)
    length = Words.duration(closed.since(opened))
  }

  /// An example with every kind of content.
  public static let sample = ClosedAlertRow(
    id: 8, page: "/w/city-rescue/alerts/8", kind: "ResponderFlapping", scope: "Omar Haddad",
    href: "/w/city-rescue/responders/8",
    opened: PageClock.sampleNow.advanced(by: -90_000_000),
    closed: PageClock.sampleNow.advanced(by: -87_600_000), clock: PageClock.sample)
}
