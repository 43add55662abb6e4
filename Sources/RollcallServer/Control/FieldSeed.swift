import Rollcall
import RollcallStore
import RollcallWire

/// Events, and visits to outlets.
extension Seed {
  /// An event with its participants.
  public struct HeldEvent: Codable, Equatable, Sendable {
    /// Its name in URLs.
    public var slug: String
    /// Its name for people.
    public var name: String
    /// How long after the seed it begins, minutes; `nil` = with its first activity.
    public var from: Int64?
    /// How long after the seed it ends, minutes; `nil` = it is open.
    public var to: Int64?
    /// The profile of the participants.
    public var profile: String

    enum CodingKeys: String, CodingKey {
      case slug, name, profile
      case from = "from_min"
      case to = "to_min"
    }
  }

  /// A planned visit.
  public struct Planned: Codable, Equatable, Sendable {
    /// The visitor's external id.
    public var responder: String
    /// The outlet's external id.
    public var outlet: String
    /// How many days after the seed's day.
    public var day: Int
    /// The start as a time of day; may be empty.
    public var from: String
    /// Until which time; may be empty.
    public var to: String
  }
}

/// Reads lists of visits: CSV with the header `responder,outlet,day,from,to`, people and outlets by their external ids.
enum PlannedList {
  static let columns = ["responder", "outlet", "day", "from", "to"]

  /// - Throws: `CSVError` with the line at fault.
  static func read(_ bytes: [UInt8]) throws(CSVError) -> [Seed.Planned] {
    let table = try CSVTable(bytes)
    guard table.columns == columns else {
      throw CSVError(line: table.headerLine, reason: "the header is \(columns.joined(separator: ","))")
    }
    var visits: [Seed.Planned] = []
    for row in table.rows {
      guard let responder = row["responder"], let outlet = row["outlet"], let day = Int(row["day"] ?? "0"),
        abs(day) <= 366
      else { throw CSVError(line: row.line, reason: "a visit has a responder, an outlet and a day") }
      visits.append(
        Seed.Planned(
          responder: responder, outlet: outlet, day: day, from: row["from"] ?? "", to: row["to"] ?? ""))
    }
    return visits
  }
}

extension CommandExecutor {
  /// Makes a seed's events and visits. `ids` are those of its people, in their order.
  func plant(field seed: Seed, _ ids: [Responder.ID], in workspace: Workspace) throws(StoreError) {
    for event in seed.events {
      let at = { (minutes: Int64?) in minutes.map { self.store.clock().advanced(by: $0 * 60_000) } }
      let new = NewEvent(slug: event.slug, name: event.name, from: at(event.from), to: at(event.to))
      _ = try store.events.addEvent(new, in: .commandLine(workspace.id))
      _ = try store.events.addParticipants(
        .profile(event.profile), to: event.slug, in: .commandLine(workspace.id))
    }
    guard !seed.visits.isEmpty else { return }
    let people = Dictionary(
      zip(seed.people.map { $0.externalID ?? "" }, ids), uniquingKeysWith: { first, _ in first })
    let outlets = Dictionary(
      try store.visits.outlets(of: workspace.id).map { ($0.externalID ?? "", $0.id) },
      uniquingKeysWith: { first, _ in first })
    guard let today = VisitWindow(day: today(workspace))?.day else { return }
    var visits: [NewVisit] = []
    for planned in seed.visits {
      guard let person = people[planned.responder], let outlet = outlets[planned.outlet] else {
        throw .notFound("\(planned.responder) or \(planned.outlet) of a visit")
      }
      let day = CivilDate(daysSince1970: today.daysSince1970 + planned.day)
      let window = try window(day.isoDay, planned.from, planned.to, workspace)
      visits.append(NewVisit(responder: person, outlet: outlet, window: window))
    }
    _ = try store.visits.planVisits(visits, in: .commandLine(workspace.id))
  }
}
