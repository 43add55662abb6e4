import Rollcall

/// Where everybody on duty is: on a map, and the same as a table.
struct LiveMapPage: Page {
  static let template = "Map/LiveMapPage"
  /// The page without the layout.
  static let fragmentTemplate: String? = "Map/LiveMap"

  var shell: Shell
  var cards: [CountCard]
  var path: String
  var search: String
  var regions: [Choice]
  var profiles: [Choice]
  /// Statuses to choose from.
  var statuses: [Choice]
  /// The map without filter; empty when there is none.
  var clear: String
  var now: String
  /// The same for people.
  var asOf: Moment
  var age: Moment
  /// The same data as JSON: what the map is drawn from.
  var json: String
  /// Where regions and outlets are found.
  var ground: String
  /// Where the last hour is found.
  var trails: String
  /// The workspace's time zone, in which the map tells times.
  var zone: String
  /// What browsers draw it with.
  var files: MapAddresses
  /// What the signs mean.
  var legend: [StatusPill]
  /// Who is on duty and has no position: `3 without a position`; empty = nobody.
  var placeless: String
  /// The people of this page of the list.
  var rows: Rows<LiveMapRow>
  var empty: EmptyState?
  var pager: Pager
  /// What is going on.
  var incidents: [MapIncident]
  /// Whether something is.
  var hasIncidents: Bool
  /// The regions.
  var lines: [RegionLine]
  var hasLines: Bool
  let version: String

  init(
    shell: Shell, slug: String, filter: BoardFilter, counts: BoardCounts,
    choices: (regions: [String], profiles: [String]), rows: [LiveMapRow], matching: Int, placeless: Int,
    incidents: [MapIncident], regions lines: [RegionLine], files: MapAddresses, version: String,
    zone: String, clock: PageClock
  ) {
    let path = Shell.Section.map.path(slug)
    let query = filter.with { $0.page = 1 }.query
    self.shell = shell
    (self.path, search) = (path, filter.search)
    cards = CountCard.all(counts, filter: filter, path: path).filter {
      $0.status.name != Status.offDuty.rawValue
    }
    regions = Choice.list(choices.regions.map { ($0, $0) }, chosen: filter.region, all: "All regions")
    profiles = Choice.list(
      choices.profiles.map { ($0, Words.capitalized($0)) }, chosen: filter.profile, all: "All profiles")
    statuses = Choice.list(
      Self.shown.map { ($0.rawValue, $0.label) }, chosen: filter.status?.rawValue ?? "", all: "Any status")
    clear = filter.isNarrow ? path : ""
    now = LocalTime.iso(clock.now)
    (asOf, age) = (clock.time(clock.now), clock.age(of: clock.now))
    json = query.link(path + ".json")
    (ground, trails) = ("\(path)/ground.json", query.link("\(path)/trails.json"))
    (self.files, self.zone) = (files, zone)
    legend = Self.shown.map { StatusPill($0) }
    self.placeless = placeless == 0 ? "" : "\(Words.grouped(placeless)) without a position"
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(isNarrow: filter.isNarrow, path: path) : nil
    pager = Self.pager(shown: rows.count, of: matching, filter, path: path)
    (self.incidents, hasIncidents) = (incidents, !incidents.isEmpty)
    (self.lines, hasLines) = (lines, !lines.isEmpty)
    self.version = Self.version(version, csrf: shell.csrf, pager, filter, path: path)
  }

  /// The part of the list that the page shows.
  static func pager(shown: Int, of matching: Int, _ filter: BoardFilter, path: String) -> Pager {
    Pager(shown: shown, page: filter.page, size: BoardFilter.pageSize, matching: matching) { number in
      filter.with { $0.page = number }.query.link(path)
    }
  }

  /// The version of the page of a map of this version, known before the page is made.
  static func version(
    _ map: String, csrf: String, _ pager: Pager, _ filter: BoardFilter, path: String
  ) -> String {
    var hash = ContentHash()
    for text in [map, csrf, filter.isNarrow ? path : "", pager.range] { hash.add(text) }
    return hash.text
  }

  /// Whoever is off duty is on no map.
  private static let shown: [Status] = [.offline, .degraded, .online, .unknown]

  private static func emptyState(isNarrow: Bool, path: String) -> EmptyState {
    guard isNarrow else {
      return EmptyState(
        title: "Nobody is on duty.",
        advice: "People appear here when they come on duty and report a position.")
    }
    return EmptyState(
      title: "Nobody on duty matches this filter.", advice: "Widen it, or look at everybody.",
      action: Link(label: "Show everybody", href: path))
  }
}
