import Rollcall

/// The paths of pages that other subjects link to.
enum PagePath {
  /// The page of a responder, linked from their name everywhere.
  static func person(_ slug: String, _ id: Responder.ID) -> String {
    "\(Shell.Section.responders.path(slug))/\(id.rawValue)"
  }

  /// The content of the map on which the place of an incident is picked.
  static func pickingMap(_ slug: String) -> String { "\(Shell.Section.incidents.path(slug))/new/map.json" }

  /// A day of a person on the map, at a moment of it.
  static func replay(_ slug: String, _ id: Responder.ID, day: String, at instant: Timestamp? = nil) -> String
  {
    var query = URLQuery()
    query.add("day", day)
    query.add("at", instant?.rfc3339 ?? "")
    return query.link("\(person(slug, id))/replay")
  }

  /// Where somebody begins who has a question about the past.
  static func find(_ slug: String) -> String { "/w/\(slug)/find" }

  static func connect(_ slug: String, _ id: Responder.ID) -> String { "\(person(slug, id))/connect" }

  static func importTrack(_ slug: String, _ id: Responder.ID) -> String { "\(person(slug, id))/import" }

  static func edit(_ slug: String, _ id: Responder.ID) -> String { "\(person(slug, id))/edit" }

  static func merge(_ slug: String, _ id: Responder.ID) -> String { "\(person(slug, id))/merge" }

  static func newPerson(_ slug: String) -> String { "\(Shell.Section.responders.path(slug))/new" }

  static func importPeople(_ slug: String) -> String { "\(Shell.Section.responders.path(slug))/import" }

  static func duty(_ slug: String, _ id: Responder.ID) -> String { "\(person(slug, id))/duty" }

  /// The form of a duty rule, filled in with a person's.
  static func dutyRule(_ slug: String, of id: Responder.ID? = nil) -> String {
    "/w/\(slug)/duty-rule\(id.map { "?pick=\($0.rawValue)" } ?? "")"
  }

  static func erase(_ slug: String, _ id: Responder.ID) -> String { "\(person(slug, id))/erase" }

  static func settings(_ slug: String, _ group: String) -> String {
    "\(Shell.Section.settings.path(slug))/\(group)"
  }

  static func cards(_ slug: String) -> String { "/w/\(slug)/connect" }

  static func own(_ token: String) -> String { "/me/\(token)" }

  static func search(_ slug: String) -> String { "/w/\(slug)/search" }

  static func newIncident(_ slug: String) -> String { "\(Shell.Section.incidents.path(slug))/new" }

  static func holds(_ slug: String) -> String { Shell.Section.holds.path(slug) }

  /// The form of a new hold, filled in with an incident: `INC-12`.
  static func newHold(_ slug: String, incident: String) -> String { newHold(slug, [("incident", incident)]) }

  static func newHold(_ slug: String, of id: Responder.ID, from: Timestamp, to: Timestamp) -> String {
    newHold(
      slug,
      [
        ("responder", "\(id.rawValue)"), ("from", from.advanced(by: -(from.milliseconds % 1_000)).rfc3339),
        ("to", to.ceiling(to: 1_000).rfc3339),
      ])
  }

  private static func newHold(_ slug: String, _ fields: [(name: String, value: String)]) -> String {
    var query = URLQuery()
    for field in fields { query.add(field.name, field.value) }
    return query.link(holds(slug)) + "#new-title"
  }
}

/// The query of a link with a filter's values, so that a view can be sent to a colleague.
struct URLQuery: Hashable, Sendable {
  private var text = ""

  /// Adds `name=value`; nothing when the value is empty.
  mutating func add(_ name: String, _ value: String) {
    guard !value.utf8.isEmpty else { return }
    text +=
      "\(text.utf8.isEmpty ? "?" : "&")\(PercentEncoding.text(of: name))=\(PercentEncoding.text(of: value))"
  }

  /// `path` with this query: `/w/city/board?status=offline`.
  func link(_ path: String) -> String { path + text }
}
