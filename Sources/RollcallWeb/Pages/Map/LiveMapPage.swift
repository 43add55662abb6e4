import Rollcall

/// The positions of everyone on duty: on a map, and as a table.
struct LiveMapPage: Page {
  static let template = "Map/LiveMapPage"
  /// The page without the layout.
  static let fragmentTemplate: String? = "Map/LiveMap"

  var shell: Shell
  var cards: [CountCard]
  var path, search: String
  /// The order that the filter keeps; empty for the usual one.
  var sort: String
  var regions, profiles, statuses: [Choice]
  /// The map without filter; empty when there is none.
  var clear: String
  /// The past moment shown; empty when it is the present.
  var at: String
  var stamp: PageStamp
  /// The sources of the map: people, regions and outlets, and the last hour.
  var json, ground, trails: String
  var zone: String
  /// The page of a site, without its id at the end; empty for readers who may not change sites.
  var sites = ""
  var files: MapAddresses
  var legend: [StatusPill]
  /// People on duty without a position: `3 without a position`; empty = none.
  var placeless: String
  var columns: [ColumnHead]
  var rows: Rows<LiveMapRow>
  var empty: EmptyState?
  var pager: Pager
  var incidents: [MapIncident]
  var hasIncidents: Bool
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
    let query = filter.first.query
    self.shell = shell
    (self.path, search, sort) = (path, filter.search, filter.sortWord)
    cards = CountCard.all(counts, filter: filter, path: path).filter {
      $0.status.name != Status.offDuty.rawValue
    }
    regions = Choice.regions(choices.regions, chosen: filter.region)
    profiles = Choice.profiles(choices.profiles, chosen: filter.profile)
    statuses = Choice.statuses(Self.shown, chosen: filter.status)
    clear = filter.isNarrow ? filter.widened.query.link(path) : ""
    (at, stamp) = (filter.at, PageStamp(clock))
    json = query.link(path + ".json")
    (ground, trails) = ("\(path)/ground.json", query.link("\(path)/trails.json"))
    (self.files, self.zone) = (files, zone)
    legend = Self.shown.map { StatusPill($0) }
    self.placeless = placeless == 0 ? "" : "\(Words.grouped(placeless)) without a position"
    columns = filter.heads(Self.heads, by: \.order, falling: BoardFilter.Sort.falling, at: path)
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(isNarrow: filter.isNarrow, path: path) : nil
    pager = Self.pager(shown: rows.count, of: matching, filter, path: path)
    (self.incidents, hasIncidents) = (incidents, !incidents.isEmpty)
    (self.lines, hasLines) = (lines, !lines.isEmpty)
    self.version = Self.version(version, csrf: shell.csrf, pager, filter, path: path)
  }

  static func pager(shown: Int, of matching: Int, _ filter: BoardFilter, path: String) -> Pager {
    Pager(shown: shown, page: filter.page, size: BoardFilter.pageSize, matching: matching) { number in
      filter.with(\.page, number).query.link(path)
    }
  }

  /// The version of the page for a map's version, known before the page is made.
  static func version(
    _ map: String, csrf: String, _ pager: Pager, _ filter: BoardFilter, path: String
  ) -> String {
    var hash = ContentHash()
    for text in [map, csrf, filter.isNarrow ? path : "", pager.range] { hash.add(text) }
    return hash.text
  }

  private static let heads: [(label: String, column: BoardFilter.Sort?)] = [
    (Words.Map.status, .status), (Words.Map.person, .name), (Words.Map.position, .accuracy),
    (Words.Map.reported, .fix), (Words.Map.flags, .flags), (Words.Map.assignment, .assignment),
  ]

  /// People off duty are on no map.
  private static let shown: [Status] = [.offline, .degraded, .online, .unknown]

  private static func emptyState(isNarrow: Bool, path: String) -> EmptyState {
    guard isNarrow else { return EmptyState(title: Words.Map.nobodyDuty, advice: Words.Map.nobodyAdvice) }
    return EmptyState(
      title: Words.Map.noMatch, advice: Words.Map.noMatchAdvice,
      action: Link(label: Words.Lists.showEverybody, href: path))
  }
}
