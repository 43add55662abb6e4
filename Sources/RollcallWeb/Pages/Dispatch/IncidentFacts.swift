import Rollcall

/// What an incident is, as its page tells it.
struct IncidentFacts: Sendable {
  /// Its id.
  var id: Incident.ID
  /// What it is for those who handle it.
  var kind: Incident.Kind
  /// How much hangs on it.
  var severity: Incident.Severity
  /// How far it has come.
  var state: Incident.State
  var title: String
  /// What the responder should know; may be empty.
  var notes: String = ""
  /// Where it is; `nil` when the retention has taken it.
  var position: Position?
  /// Where it is as people say it, e.g. an outlet's name; may be empty.
  var place: String = ""
  /// Its region's name.
  var region: String?
  var openedAt: Timestamp
  var openedBy: String
}

extension IncidentFacts {
  /// An incident as the domain has it.
  ///
  /// - Parameter place: where it is as people say it, e.g. an outlet's name; may be empty.
  init(_ incident: Incident, place: String = "") {
    let details = incident.details
    self.init(
      id: incident.id, kind: details.kind, severity: details.severity, state: incident.state,
      title: details.title, notes: details.notes ?? "", position: details.position, place: place,
      region: details.region, openedAt: incident.openedAt, openedBy: incident.openedBy)
  }
}

/// Who has taken an incident, and whether they can be reached now.
struct Assignee: PagePart {
  var name: String
  var href: String
  var status: StatusPill
  /// How long they have been in that status.
  var since: Moment
  /// When they accepted.
  var accepted: Moment
  /// When they arrived; absent when they have not said so.
  var arrived: Moment?
  /// How far away they were then.
  var distance: String

  /// The assignee.
  ///
  /// - Parameters:
  ///   - since: when their status began.
  ///   - distance: metres, when the offer was made.
  init(
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
}
