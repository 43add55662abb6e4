import Rollcall

/// Who has an incident, or is asked to take it.
struct IncidentHolder: PagePart, Hashable {
  /// `offering to`, or empty when they have it.
  var lead: String
  var name: String
  var href: String
  /// How long an offer has left; `nil` when they have accepted.
  var left: Moment?

  /// Somebody who has accepted.
  static func assigned(_ name: String, href: String) -> IncidentHolder {
    IncidentHolder(lead: "", name: name, href: href)
  }

  /// Somebody who is asked until `expiresAt`.
  static func offered(
    _ name: String, href: String, expiresAt: Timestamp, clock: PageClock
  ) -> IncidentHolder {
    IncidentHolder(lead: "offering to ", name: name, href: href, left: clock.left(until: expiresAt))
  }
}

/// One incident in the list.
struct IncidentRow: PageRow {
  static let template = "Dispatch/IncidentRow"

  /// The row's name in the page, `i` and the incident's id.
  var key: String
  /// Its state.
  var state: StatePill
  /// How grave it is.
  var severity: StatePill
  var reference: String
  var title: String
  var href: String
  /// `Order · Centre`: its kind when it is no incident, and its region; may be empty.
  var about: String
  /// Where it is, as people say it; the coordinates when they did not.
  var place: String
  /// The place as a `geo:` address; empty when the coordinates are no longer kept.
  var geo: String
  var opened: Moment
  /// Who has it or is asked; nobody.
  var holders: [IncidentHolder]

  /// The row of an incident.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - position: `nil` when the retention has taken it.
  ///   - place: where it is as people say it, e.g. an outlet's name; empty for the coordinates.
  ///   - holders: the assignee, or those with an open offer.
  init(
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
}
