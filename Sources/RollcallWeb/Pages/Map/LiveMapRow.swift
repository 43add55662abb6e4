import Rollcall
import RollcallStore

/// A person on duty and their position.
struct LiveMapRow: TickingRow {
  static let template = "Map/LiveMapRow"

  var key: String
  var status: StatusPill
  var since: Moment
  /// Their name and page; the page is empty when the reader may not open it.
  var name, href: String
  /// Duty and region: `On duty · North`.
  var about: String
  /// When the position was taken; never = there is none.
  var fix: Moment
  /// The position and its radius; empty when there is none.
  var place, geo, accuracy: String
  var flags: [FlagMark]
  /// `INC-214 · on the way`, and its page; may be empty.
  var assignment, assignmentHref: String

  /// How long the status has lasted, and the age of the position.
  static var moments: [WritableKeyPath<LiveMapRow, Moment>] { [\.since, \.fix] }
}

/// A running incident on the map.
struct MapIncident: PagePart {
  var key: String
  var state: StatePill
  var title, reference, href, place, geo: String
  var opened: Moment
}

extension MapIncident {
  init(_ summary: IncidentSummary, slug: String, clock: PageClock) {
    let row = IncidentRow(summary, slug: slug, person: { _ in "" }, clock: clock)
    self.init(
      key: row.key, state: row.state, title: row.title, reference: row.reference, href: row.href,
      place: row.place, geo: row.geo, opened: row.opened)
  }
}

/// A region with its own people, and the people in it.
struct RegionLine: PagePart {
  var key, name: String
  var available: String
  /// Its own people, by status; and the people on duty in it, empty without a boundary.
  var own, there: [Figure]
  var isMapped: Bool

  struct Figure: PagePart {
    var count, label: String
  }

  init(_ region: RegionCount) {
    key = "g-\(ContentHash.of(region.name.utf8))"
    name = region.name
    available = Words.grouped(region.available)
    isMapped = region.isMapped
    own = Self.figures(region.own, [.online, .degraded, .offline, .unknown, .offDuty])
    there = Self.figures(region.there, [.online, .degraded, .offline, .unknown])
  }

  private static func figures(_ counts: BoardCounts, _ statuses: [Status]) -> [Figure] {
    statuses.map { Figure(count: Words.grouped(counts[$0]), label: $0.label) }
  }
}
