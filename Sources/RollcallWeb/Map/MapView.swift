import Rollcall
import RollcallStore

/// The map at one instant: people on duty who match a filter, and the objects around them.
struct MapView {
  /// The instant.
  let now: Timestamp
  /// Of the whole workspace, independent of the filter.
  let counts: BoardCounts
  /// The regions and profiles people have, for the filter.
  let choices: (regions: [String], profiles: [String])
  /// People on duty who match, in the filter's order. The map shows no one off duty.
  let people: [BoardView.Item]
  /// How many of them have no position to show.
  let placeless: Int
  /// Who can be sent to an incident; `nil` for a past moment.
  let canBeSent: Set<Responder.ID>?
  /// Open incidents; empty for readers who may not see them.
  let incidents: [IncidentSummary]
  /// The regions with their own people, and the people in them.
  let regions: [RegionCount]
  /// The version of regions and outlets.
  let ground: String

  init(
    _ board: BoardView, canBeSent: [Responder.ID]?, everybody: [BoardEntry], judgedAt: Timestamp,
    incidents: [IncidentSummary],
    mapped: [MappedRegion], outlets: [Outlet]
  ) {
    now = board.now
    counts = board.counts
    choices = (board.regions, board.profiles)
    people = board.items.filter { $0.entry.live.duty.isWatched }
    placeless = people.count { $0.entry.place == nil }
    self.canBeSent = canBeSent.map(Set.init)
    self.incidents = incidents
    regions = RegionCount.all(everybody, mapped: mapped, judgedAt: judgedAt)
    ground = Self.version(mapped, outlets)
  }

  /// Changes with the content of the map, but not with passing time: for an `ETag`.
  var version: String {
    var hash = ContentHash()
    for item in people {
      let entry = item.entry
      hash.add("\(entry.id.rawValue) \(item.live.status.rawValue) \(item.live.since.milliseconds)")
      hash.add(
        "\(entry.person.name) \(entry.fixAt?.milliseconds ?? 0) \(entry.place.map { Words.geo($0) } ?? "")")
      hash.add("\(item.dutyLabel) \(item.flags) \(Words.errand(entry.errand(at: now)))")
      hash.add("\(entry.live.lastContact?.milliseconds ?? 0) \(canBeSent?.contains(entry.id) ?? false)")
    }
    for one in incidents {
      hash.add("\(one.incident.id.rawValue) \(one.incident.state.rawValue) \(one.incident.details.title)")
    }
    for region in regions { hash.add("\(region)") }
    for status in Status.allCases { hash.add("\(counts[status])") }
    hash.add(ground)
    return hash.text
  }

  private static func version(_ mapped: [MappedRegion], _ outlets: [Outlet]) -> String {
    var hash = ContentHash()
    for region in mapped {
      hash.add(region.name)
      for point in region.shape.polygons.joined().joined() {
        withUnsafeBytes(of: point.latitude) { hash.add($0) }
        withUnsafeBytes(of: point.longitude) { hash.add($0) }
      }
    }
    for outlet in outlets { hash.add("\(outlet.name) \(outlet.position) \(outlet.radius)") }
    return hash.text
  }
}

/// A region with its own people, and the people on duty who are in it now.
struct RegionCount: Equatable {
  let name: String
  /// Whether its boundary is known.
  var isMapped = false
  /// Its own people, by status.
  var own = BoardCounts()
  /// How many of them could be sent: online, on duty, not on a mission.
  var available = 0
  /// The people in it by their latest position, by status; no one off duty.
  var there = BoardCounts()

  /// Every region that has people or is mapped, by name.
  static func all(
    _ board: [BoardEntry], mapped: [MappedRegion], judgedAt: Timestamp
  ) -> [RegionCount] {
    var found: [String: RegionCount] = [:]
    for region in mapped { found[region.name] = RegionCount(name: region.name, isMapped: true) }
    for entry in board {
      let status = entry.live.settled(at: judgedAt).status
      if let name = entry.person.region {
        found[name, default: RegionCount(name: name)].own[status] += 1
        if status == .online, entry.live.duty == .onDuty { found[name]?.available += 1 }
      }
      guard entry.live.duty.isWatched, let place = entry.place else { continue }
      for region in mapped where region.shape.contains(place) { found[region.name]?.there[status] += 1 }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}
