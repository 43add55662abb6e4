public import Rollcall

/// An alert that is open.
public struct OpenAlert: PagePart {
  /// Its name in the page, `a` and the alert's id.
  public var key: String
  /// Its own page.
  public var page: String
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
  /// Who is silent, of a mass silence; else empty.
  public var people: String
  /// What it means.
  public var meaning: String
  /// What to do.
  public var advice: String
  /// Who sees to it; absent when nobody does.
  public var seenTo: AlertSeenTo?
  /// That it is snoozed; absent when it is not.
  public var snoozed: AlertSnoozed?
  /// How the reader acts on it; absent for whoever may not.
  public var forms: AlertForms?

  /// An open alert.
  ///
  /// - Parameters:
  ///   - id: its number.
  ///   - page: its own page.
  ///   - kind: its kind, as in the metrics.
  ///   - scope: whom it is about: a region's or a person's name, or the workspace's.
  ///   - href: where that is found; empty when the reader may not follow.
  ///   - detail: the figures behind it, e.g. `7 of 38 offline`.
  public init(
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

  /// An example with every kind of content.
  public static let sample = OpenAlert(
    id: 12, page: "/w/city-rescue/alerts/12", kind: "NoOnlineResponders", isCritical: true, scope: "North",
    href: "/w/city-rescue/board?region=North", since: PageClock.sampleNow.advanced(by: -393_000),
    detail: "0 of 5 on duty: 2 offline, 1 degraded, 2 off duty", seenTo: .sample, forms: .sample,
    clock: PageClock.sample)

  /// An example of one about many people.
  public static let massSample = OpenAlert(
    id: 14, page: "/w/city-rescue/alerts/14", kind: "MassSilence", isCritical: true, scope: "Region Center",
    href: "/w/city-rescue/board?region=Center", since: PageClock.sampleNow.advanced(by: -300_000),
    detail:
      "Region Center: 14 of 22 fell silent; Network Demo Mobile (AS64496), Slovenia: 13 of 15 fell silent "
      + "between 11:58:04 and 11:59:50, 9 of 14 still silent",
    people: "Mirela Novak, Omar Haddad and 7 more", forms: .sample, clock: PageClock.sample)

  /// An example of one that is snoozed.
  public static let snoozedSample = OpenAlert(
    id: 11, page: "/w/city-rescue/alerts/11", kind: "ResponderOffline", isCritical: false,
    scope: "Mirela Novak",
    href: "/w/city-rescue/responders/1", since: PageClock.sampleNow.advanced(by: -5_393_000),
    detail: "has no incident", snoozed: .sample,
    forms: AlertForms(
      path: "/w/city-rescue/alerts/11",
      care: AlertCare(
        [
          AlertAct(
            id: 4, alert: 11, kind: .snooze, at: PageClock.sampleNow, actor: "member:1",
            until: PageClock.sampleNow.advanced(by: 1_700_000))
        ], on: 11, at: PageClock.sampleNow)), clock: PageClock.sample)
}
