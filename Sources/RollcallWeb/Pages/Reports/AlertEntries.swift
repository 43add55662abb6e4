import Rollcall

/// An alert that is open.
struct OpenAlert: PagePart {
  /// Its name in the page, `a` and the alert's id.
  var key: String
  /// Its own page.
  var page: String
  var title: String
  /// Its kind, as in the metrics.
  var kind: String
  /// How urgent it is.
  var severity: StatePill
  /// Whom or what it is about: a region, a person, the workspace.
  var scope: String
  var href: String
  var since: Moment
  /// The exact time.
  var opened: Moment
  var detail: String
  /// Who is silent, of a mass silence; else empty.
  var people: String
  /// What it means.
  var meaning: String
  /// What to do.
  var advice: String
  /// Who sees to it; absent when nobody does.
  var seenTo: AlertSeenTo?
  /// That it is snoozed; absent when it is not.
  var snoozed: AlertSnoozed?
  /// How the reader acts on it; absent for whoever may not.
  var forms: AlertForms?

  /// An open alert.
  ///
  /// - Parameters:
  ///   - id: its number.
  ///   - page: its own page.
  ///   - kind: its kind, as in the metrics.
  ///   - scope: whom it is about: a region's or a person's name, or the workspace's.
  ///   - href: where that is found; empty when the reader may not follow.
  ///   - detail: the figures behind it, e.g. `7 of 38 offline`.
  init(
    id: Int64, page: String, kind: String, isCritical: Bool, scope: String, href: String = "",
    since: Timestamp, detail: String = "", people: String = "", seenTo: AlertSeenTo? = nil,
    snoozed: AlertSnoozed? = nil,
    forms: AlertForms? = nil, clock: PageClock
  ) {
    key = "a\(id)"
    self.page = page
    (self.seenTo, self.snoozed, self.forms) = (seenTo, snoozed, forms)
    let words = AlertWords(kind)
    title = words.title
    self.kind = kind
    severity = .alert(isCritical: isCritical, isOpen: true)
    self.scope = scope
    self.href = href
    self.since = clock.span(since: since)
    opened = clock.time(since)
    self.detail = detail
    self.people = people
    meaning = words.meaning
    advice = words.advice
  }
}
