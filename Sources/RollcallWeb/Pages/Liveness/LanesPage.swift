import Rollcall

/// The reachable lanes of a whole workspace on one day, under each other.
struct LanesPage: Page {
  static let template = "Liveness/LanesPage"

  var shell: Shell
  /// The other pages about what was.
  var tabs: [Link]
  var path: String
  /// `Fri 20 Nov`
  var title: String
  /// The local day shown.
  var day: String
  /// The last day there can be.
  var today: String
  var previous: String
  /// The day after; empty when it has not come.
  var next: String
  var regions: [Choice]
  var profiles: [Choice]
  /// The orders of the lanes.
  var orders: [Choice]
  /// Everybody on that day; empty when nobody is left out.
  var clear: String
  var error: String
  /// The same as JSON; empty while the filter is wrong.
  var json: String
  /// What is not known of the day.
  var notices: [Notice]
  /// The worst moment in a sentence; empty when nobody was silent.
  var worst: String
  /// The board as it was known then; empty when it is not to be had.
  var worstBoard: String
  /// The box of everybody's drawing.
  var box: String
  /// How many were silent, overdue and in contact.
  var crowd: [LanePath]
  /// The same in words.
  var crowdText: String
  /// `97 %` of everybody's watch.
  var reachable: String
  /// Everybody's watch: `312 h`.
  var watched: String
  /// How many silences there were.
  var silences: String
  /// What is written at the axis of time.
  var times: [TimelineLabel]
  /// Where the day has come to; absent when it is over.
  var now: TimelineNow?
  /// The day hour by hour.
  var hours: [LaneHour]
  /// The lanes of this page of the list.
  var rows: Rows<LaneRow>
  /// What is said instead of them.
  var empty: EmptyState?
  var pager: Pager

  /// How high everybody's drawing is, of its box.
  static let height = 48

  /// What is shown of a day.
  struct Facts {
    /// The whole day, with what has not come of it.
    var day: TimeSpan
    var census: LaneCensus
    /// Those of this page of the list.
    var shown: [LaneRow.Day] = []
    /// How many match.
    var matching = 0
    /// Everybody's length of watch, milliseconds.
    var watched: Milliseconds = 0
    /// How much of it was in contact.
    var reachable: Milliseconds = 0
    /// How many silences there were.
    var silences = 0
    var regions: [String] = []
    var profiles: [String] = []
    /// Since when statuses are kept.
    var logFrom: Timestamp

    /// Counts somebody who matches.
    mutating func count(_ day: LaneRow.Day) {
      census.add(day.raster)
      watched += day.totals.watched
      reachable += day.totals.reachable
      silences += day.totals.silent.count
    }
  }

  /// - Parameters:
  ///   - day: the local day.
  ///   - board: the address of the board of an instant; empty where it is not to be had.
  init(
    shell: Shell, slug: String, filter: LanesFilter, day: CivilDate, facts: Facts, error: String = "",
    clock: PageClock, board: (Timestamp) -> String
  ) {
    let path = Self.path(slug)
    let present = clock.local(clock.now).date
    self.shell = shell
    tabs = HistoryTab.links(slug, current: .lanes, clock: clock)
    (self.path, self.error) = (path, error)
    title = clock.local(facts.day.from).dayAndYear(today: present)
    (self.day, today) = (day.isoDay, present.isoDay)
    let link = { (number: Int) in
      filter.with { $0.day = CivilDate(daysSince1970: number).isoDay }.query.link(path)
    }
    previous = link(day.daysSince1970 - 1)
    next = day.daysSince1970 < present.daysSince1970 ? link(day.daysSince1970 + 1) : ""
    regions = Choice.list(facts.regions.map { ($0, $0) }, chosen: filter.region, all: "All regions")
    profiles = Choice.list(
      facts.profiles.map { ($0, Words.capitalized($0)) }, chosen: filter.profile, all: "All profiles")
    orders = LanesFilter.Order.allCases.map {
      Choice(value: $0.rawValue, label: $0.label, isSelected: $0 == filter.order)
    }
    let isNarrow = !filter.region.utf8.isEmpty || !filter.profile.utf8.isEmpty
    clear = isNarrow ? filter.with { ($0.region, $0.profile) = ("", "") }.query.link(path) : ""
    json = error.utf8.isEmpty ? filter.with { $0.order = .region }.query.link(path + ".json") : ""
    notices = Self.notices(facts, clock)
    let census = facts.census
    let place = census.worst()
    worst = place.map { Self.sentence(census, $0, clock) } ?? ""
    worstBoard = place.map { board(census.start(of: $0 + 1)) } ?? ""
    box = "0 0 \(census.counts.count) \(Self.height)"
    crowd = census.paths(height: Self.height)
    crowdText = "At most \(census.most) on watch at a time. \(worst)"
    reachable = LaneRow.percent(facts.reachable, of: facts.watched)
    watched = "\(Words.grouped(facts.watched / 3_600_000)) h"
    silences = facts.silences == 0 ? "" : Words.grouped(facts.silences)
    (times, now) = Self.axis(facts.day, clock)
    hours = LaneHour.all(census, clock: clock, board: board)
    rows = Rows(facts.shown.map { LaneRow($0, slug: slug, isoDay: day.isoDay, clock: clock) })
    empty = facts.shown.isEmpty ? Self.emptyState(isNarrow: isNarrow, facts, clock) : nil
    pager = Pager(
      shown: facts.shown.count, page: filter.page, size: LanesFilter.pageSize, matching: facts.matching
    ) { page in
      var other = filter
      other.page = page
      return other.query.link(path)
    }
  }

  /// Where a workspace's lanes are.
  static func path(_ slug: String) -> String { "/w/\(slug)/lanes" }
}
