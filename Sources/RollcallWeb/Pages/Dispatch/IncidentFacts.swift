public import Rollcall

/// What an incident is, as its page tells it.
public struct IncidentFacts: Sendable {
  /// Its id.
  public var id: Incident.ID
  /// What it is for those who handle it.
  public var kind: Incident.Kind
  /// How much hangs on it.
  public var severity: Incident.Severity
  /// How far it has come.
  public var state: Incident.State
  /// What it is.
  public var title: String
  /// What the responder should know; may be empty.
  public var notes: String
  /// Where it is; `nil` when the retention has taken it.
  public var position: Position?
  /// Where it is as people say it, e.g. an outlet's name; may be empty.
  public var place: String
  /// Its region's name.
  public var region: String?
  /// When it was opened.
  public var openedAt: Timestamp
  /// By whom.
  public var openedBy: String

  /// An incident as the domain has it.
  ///
  /// - Parameter place: where it is as people say it, e.g. an outlet's name; may be empty.
  public init(_ incident: Incident, place: String = "") {
    let details = incident.details
    self.init(
      id: incident.id, kind: details.kind, severity: details.severity, state: incident.state,
      title: details.title, notes: details.notes ?? "", position: details.position, place: place,
      region: details.region, openedAt: incident.openedAt, openedBy: incident.openedBy)
  }

  /// An incident from its parts.
  public init(
    id: Incident.ID, kind: Incident.Kind, severity: Incident.Severity, state: Incident.State, title: String,
    notes: String = "",
    position: Position?, place: String = "", region: String?, openedAt: Timestamp, openedBy: String
  ) {
    self.id = id
    self.kind = kind
    self.severity = severity
    self.state = state
    self.title = title
    self.notes = notes
    self.position = position
    self.place = place
    self.region = region
    self.openedAt = openedAt
    self.openedBy = openedBy
  }
}

/// Who has taken an incident, and whether they can be reached now.
public struct Assignee: PagePart {
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// Their status.
  public var status: StatusPill
  /// How long they have been in that status.
  public var since: Moment
  /// When they accepted.
  public var accepted: Moment
  /// When they arrived; absent when they have not said so.
  public var arrived: Moment?
  /// How far away they were then.
  public var distance: String

  /// The assignee.
  ///
  /// - Parameters:
  ///   - since: when their status began.
  ///   - distance: metres, when the offer was made.
  public init(
    name: String, href: String, status: Status, since: Timestamp?, acceptedAt: Timestamp,
    arrivedAt: Timestamp? = nil, distance: Double?, clock: PageClock
  ) {
    self.name = name
    self.href = href
    self.status = StatusPill(status)
    self.since = clock.span(since: since)
    accepted = clock.time(acceptedAt)
    arrived = arrivedAt.map { clock.time($0) }
    self.distance = Words.distance(distance)
  }

  /// An example with every kind of content.
  public static let sample = Assignee(
    name: "Ravi Menon", href: "/w/city-rescue/responders/6", status: .online,
    since: PageClock.sampleNow.advanced(by: -7_800_000),
    acceptedAt: PageClock.sampleNow.advanced(by: -130_000),
    arrivedAt: PageClock.sampleNow.advanced(by: -20_000), distance: 1_240, clock: PageClock.sample)
}
