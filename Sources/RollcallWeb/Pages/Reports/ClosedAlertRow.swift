import Rollcall

/// An alert that is over.
struct ClosedAlertRow: PageRow {
  static let template = "Reports/ClosedAlertRow"

  /// The row's name in the page, `a` and the alert's id.
  var key: String
  /// Its own page.
  var page: String
  var title: String
  /// Whom or what it was about.
  var scope: String
  var href: String
  var opened: Moment
  /// When it was closed.
  var closed: Moment
  /// How long it was open.
  var length: String

  /// A closed alert; the parameters are those of `OpenAlert`.
  init(
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
}
