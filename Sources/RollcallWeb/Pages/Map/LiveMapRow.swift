import Rollcall
import RollcallStore

/// Somebody on duty, and where they are.
public struct LiveMapRow: PageRow {
  /// Its template.
  public static let template = "Map/LiveMapRow"

  /// The row's name in the page, `r` and the responder's id.
  public var key: String
  /// The status.
  public var status: StatusPill
  /// How long it has been so.
  public var since: Moment
  /// The responder's name.
  public var name: String
  /// The responder's page; empty when the reader may not follow.
  public var href: String
  /// Duty and region: `On duty · North`.
  public var about: String
  /// When the position was taken; never = there is none.
  public var fix: Moment
  /// The position; empty when there is none.
  public var place: String
  /// The same as a link.
  public var geo: String
  /// Its radius.
  public var accuracy: String
  /// Reasons to doubt it, and badges.
  public var flags: [FlagMark]
  /// `INC-214 · on the way`; may be empty.
  public var assignment: String
  /// Where that leads; may be empty.
  public var assignmentHref: String

  /// How long the status has lasted, and the age of the position.
  public var ticking: [String] { [since, fix].filter { !$0.ticks.isEmpty }.map(\.text) }

  /// The row without them.
  public var stilled: LiveMapRow {
    var row = self
    if !since.ticks.isEmpty { row.since.text = "" }
    if !fix.ticks.isEmpty { row.fix.text = "" }
    return row
  }

  /// An example with every kind of content.
  public static let sample = LiveMapRow(
    key: "r17", status: StatusPill(.degraded),
    since: Moment(
      text: "40 s", iso: "2026-11-21T12:03:53.000Z", full: "2026-11-21 12:03:53.000 +00:00", ticks: "span"),
    name: "Sipho Dlamini", href: "/w/city-rescue/responders/17", about: "On duty · Centre",
    fix: .sample, place: "46.05110, 14.50510", geo: "geo:46.0511,14.5051", accuracy: "12 m",
    flags: [.sample], assignment: "INC-214 · on the way", assignmentHref: "/w/city-rescue/incidents/214")
}

/// A running incident on the map.
public struct MapIncident: PagePart {
  /// The row's name in the page.
  public var key: String
  /// How it stands.
  public var state: StatePill
  /// Its title.
  public var title: String
  /// `INC-214`.
  public var reference: String
  /// Its page.
  public var href: String
  /// Where it is.
  public var place: String
  /// The same as a link.
  public var geo: String
  /// Since when it is open.
  public var opened: Moment

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

  private init() {
    (key, state, title, reference) = ("i214", .sample, "Fall at the market", "INC-214")
    (href, place, geo) = ("/w/city-rescue/incidents/214", "Market", "geo:46.05,14.5")
    opened = .sample
  }

  /// An example with every kind of content.
  public static let sample = MapIncident()
}

/// A region with its people, and those who are there.
public struct RegionLine: PagePart {
  /// The row's name in the page.
  public var key: String
  /// Its name.
  public var name: String
  /// Who could be sent.
  public var available: String
  /// Those who belong to it, by status: online, degraded, offline, unknown, off duty.
  public var own: [Figure]
  /// Those on duty who are there: online, degraded, offline, unknown; empty when its ground is not known.
  public var there: [Figure]
  /// Whether its ground is known.
  public var isMapped: Bool

  /// A number of people.
  public struct Figure: PagePart {
    /// How many.
    public var count: String
    /// Of what.
    public var label: String
    /// An example with every kind of content.
    public static let sample = Figure(count: "3", label: "Online")
  }

  init(_ region: RegionCount) {
    key = "g-\(ContentHash.of(region.name.utf8))"
    name = region.name
    available = Words.grouped(Int64(region.available))
    isMapped = region.isMapped
    own = Self.figures(region.own, [.online, .degraded, .offline, .unknown, .offDuty])
    there = Self.figures(region.there, [.online, .degraded, .offline, .unknown])
  }

  private static func figures(_ counts: BoardCounts, _ statuses: [Status]) -> [Figure] {
    statuses.map { Figure(count: Words.grouped(Int64(counts[$0])), label: $0.label) }
  }

  /// An example with every kind of content.
  public static let sample: RegionLine = {
    var region = RegionCount(name: "North", isMapped: true)
    (region.own[.online], region.own[.offline], region.own[.offDuty], region.available) = (3, 1, 2, 2)
    (region.there[.online], region.there[.degraded]) = (2, 1)
    return RegionLine(region)
  }()
}
