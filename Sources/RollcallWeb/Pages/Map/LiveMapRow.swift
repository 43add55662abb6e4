import Rollcall
import RollcallStore

/// Somebody on duty, and where they are.
struct LiveMapRow: PageRow {
  static let template = "Map/LiveMapRow"

  /// The row's name in the page, `r` and the responder's id.
  var key: String
  var status: StatusPill
  var since: Moment
  var name: String
  /// The responder's page; empty when the reader may not follow.
  var href: String
  /// Duty and region: `On duty · North`.
  var about: String
  /// When the position was taken; never = there is none.
  var fix: Moment
  /// The position; empty when there is none.
  var place: String
  var geo: String
  /// Its radius.
  var accuracy: String
  /// Reasons to doubt it, and badges.
  var flags: [FlagMark]
  /// `INC-214 · on the way`; may be empty.
  var assignment: String
  /// Where that leads; may be empty.
  var assignmentHref: String

  /// How long the status has lasted, and the age of the position.
  var ticking: [String] { [since, fix].filter { !$0.ticks.isEmpty }.map(\.text) }

  var stilled: LiveMapRow {
    var row = self
    if !since.ticks.isEmpty { row.since.text = "" }
    if !fix.ticks.isEmpty { row.fix.text = "" }
    return row
  }
}

/// A running incident on the map.
struct MapIncident: PagePart {
  var key: String
  var state: StatePill
  /// Its title.
  var title: String
  var reference: String
  var href: String
  var place: String
  var geo: String
  /// Since when it is open.
  var opened: Moment
}

extension MapIncident {
  init(_ summary: IncidentSummary, slug: String, clock: PageClock) {
    let incident = summary.incident
    key = "i\(incident.id.rawValue)"
    state = StatePill.incident(incident.state)
    title = incident.details.title
    reference = Words.incident(incident.id)
    href = "\(Shell.Section.incidents.path(slug))/\(incident.id.rawValue)"
    place = summary.place.utf8.isEmpty ? Words.coordinates(incident.details.position) : summary.place
    geo = Words.geo(incident.details.position)
    opened = clock.age(of: incident.openedAt)
  }
}

/// A region with its people, and those who are there.
struct RegionLine: PagePart {
  var key: String
  var name: String
  /// Who could be sent.
  var available: String
  /// Those who belong to it, by status: online, degraded, offline, unknown, off duty.
  var own: [Figure]
  /// Those on duty who are there: online, degraded, offline, unknown; empty when its ground is not known.
  var there: [Figure]
  /// Whether its ground is known.
  var isMapped: Bool

  /// A number of people.
  struct Figure: PagePart {
    var count: String
    /// Of what.
    var label: String
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
