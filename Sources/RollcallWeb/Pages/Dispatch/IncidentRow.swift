public import Rollcall

/// Who has an incident, or is asked to take it.
public struct IncidentHolder: PagePart, Hashable {
  /// `offering to`, or empty when they have it.
  public var lead: String
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// How long an offer has left; `nil` when they have accepted.
  public var left: Moment?

  /// Somebody who has accepted.
  public static func assigned(_ name: String, href: String) -> IncidentHolder {
    IncidentHolder(lead: "", name: name, href: href)
  }

  /// Somebody who is asked until `expiresAt`.
  public static func offered(
    _ name: String, href: String, expiresAt: Timestamp, clock: PageClock
  ) -> IncidentHolder {
    IncidentHolder(lead: "offering to ", name: name, href: href, left: clock.left(until: expiresAt))
  }

  /// An example with every kind of content.
  public static let sample = IncidentHolder.offered(
    "Ravi Menon", href: "/w/city-rescue/responders/6",
    expiresAt: PageClock.sampleNow.advanced(by: 12_000), clock: PageClock.sample)
}

/// One incident in the list.
public struct IncidentRow: PageRow {
  /// Its template.
  public static let template = "Dispatch/IncidentRow"

  /// The row's name in the page, `i` and the incident's id.
  public var key: String
  /// Its state.
  public var state: StatePill
  /// How grave it is.
  public var severity: StatePill
  /// `INC-214`.
  public var reference: String
  /// What it is.
  public var title: String
  /// Its page.
  public var href: String
  /// `Order · Centre`: its kind when it is no incident, and its region; may be empty.
  public var about: String
  /// Where it is, as people say it; the coordinates when they did not.
  public var place: String
  /// The place as a `geo:` address; empty when the coordinates are no longer kept.
  public var geo: String
  /// When it was opened.
  public var opened: Moment
  /// Who has it or is asked; nobody.
  public var holders: [IncidentHolder]

  /// The row of an incident.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - position: `nil` when the retention has taken it.
  ///   - place: where it is as people say it, e.g. an outlet's name; empty for the coordinates.
  ///   - holders: the assignee, or those with an open offer.
  public init(
    id: Incident.ID, slug: String, kind: Incident.Kind, severity: Incident.Severity, state: Incident.State,
    title: String, place: String = "",
    position: Position?, region: String?, openedAt: Timestamp, holders: [IncidentHolder], clock: PageClock
  ) {
    key = "i\(id.rawValue)"
    self.state = .incident(state)
    self.severity = .severity(severity)
    reference = Words.incident(id)
    self.title = title
    href = "\(Shell.Section.incidents.path(slug))/\(id.rawValue)"
    let unusual = kind == .incident ? nil : kind.label
    about = [unusual, region].compactMap { $0 }.joined(separator: " · ")
    self.place = place.utf8.isEmpty ? position.map(Words.coordinates) ?? Words.none : place
    geo = position.map { Words.geo($0) } ?? ""
    opened = clock.age(of: openedAt)
    self.holders = holders
  }

  /// An example with every kind of content.
  public static let sample = IncidentsPage.sampleRows[1]
}
