import Rollcall

/// The people, the time and the order of the lanes: all of it is in the URL.
struct LanesFilter: FieldValues {
  enum Order: String, CaseIterable, Sendable {
    /// Region by region, so that an outage of one is seen as a block.
    case region
    /// The longest silent first.
    case silent
    case name
    /// The smallest share of their watch in contact first.
    case reachable
    /// The longest on watch first.
    case watched

    static let falling: Set<Order> = [.silent, .watched]

    var label: String {
      switch self {
      case .region: Words.Lanes.byRegion
      case .silent: Words.Lanes.mostSilentFirst
      case .name: Words.Lanes.byName
      case .reachable: Words.Lanes.leastReachableFirst
      case .watched: Words.Lanes.longestWatchFirst
      }
    }
  }

  static let pageSize = 1_000
  /// The longest time shown, hours: a column of a lane is five minutes. The longest day fits, and a night's shift.
  static let most = AskedDays.Most.hours(25)

  /// The local day, `2026-11-20`, as in the URL; empty for today.
  var day = ""
  /// Another time than a whole day, half-open; may be empty.
  var from = "", to = ""
  var region = ""
  var profile = ""
  var order = ListOrder(Order.region)
  var page = 1

  static let fields: [Field<LanesFilter>] = [
    .text("day", \.day), .text("from", \.from).shown(.span(.from)), .text("to", \.to).shown(.span(.to)),
    .text("region", \.region), .text("profile", \.profile),
    .order(\.order, usual: .region), .page(\.page),
  ]

  /// The time asked for.
  func time(in workspace: Workspace, _ clock: PageClock) -> AskedDays {
    AskedDays(day: day, from: from, to: to, in: workspace, clock, most: Self.most)
  }

  /// The same people on a local day.
  func on(_ day: CivilDate) -> LanesFilter {
    with { ($0.day, $0.from, $0.to) = (day.isoDay, "", "") }
  }
}

/// The reachable lanes of a whole workspace on one day, below each other.
struct LanesPage: Page {
  static let template = "Liveness/LanesPage"

  var shell: Shell
  var tabs: [Link]
  var path: String
  /// `Fri 20 Nov`, `20 Nov 18:00:00 – 21 Nov 06:00:00`
  var title: String
  /// The local day in which it begins.
  var day: String
  /// Where the time shown begins and ends, in the form.
  var times: [SpanField]
  /// The days before and after; empty for the future.
  var previous, next: String
  var regions, profiles, orders: [Choice]
  /// Everyone on that day; empty when no one is left out.
  var clear: String
  var error: String
  /// The same as JSON; empty while the filter is wrong.
  var json: String
  var notices: [Notice]
  /// The worst moment in a sentence, empty when no one was silent; and the board at that moment, empty when
  /// not available.
  var worst, worstBoard: String
  /// How many were silent, overdue and in contact: the drawing's box, the drawing, and the same in words.
  var box: String
  var crowd: [LanePath]
  var crowdText: String
  /// `97 %` of everyone's watch, `312 h`, and the number of silences.
  var reachable, watched, silences: String
  var hourMarks: [TimelineLabel]
  /// The line of now; absent when the day is over.
  var now: TimelineNow?
  var hours: [LaneHour]
  /// The heads of the name, and of the numbers behind the lane.
  var nameHead, numberHeads: [ColumnHead]
  var rows: Rows<LaneRow>
  var empty: EmptyState?
  var pager: Pager

  /// The height of everyone's drawing, in units of its box.
  static let height = 48

  struct Facts {
    /// All of the time, with its future part.
    var day: TimeSpan
    var census: LaneCensus
    var shown: [LaneDay] = []
    var matching = 0
    /// Everyone's time on watch, and the part of it in contact, milliseconds.
    var watched: Milliseconds = 0, reachable: Milliseconds = 0
    var silences = 0
    var regions: [String] = [], profiles: [String] = []
    /// Since when statuses are kept.
    var logFrom: Timestamp

    mutating func count(_ day: LaneDay) {
      census.add(day.raster)
      watched += day.totals.watched
      reachable += day.totals.reachable
      silences += day.totals.silent.count
    }
  }

  /// - Parameters:
  ///   - time: the time asked for.
  ///   - board: the address of the board of an instant; empty when not available.
  init(
    _ facts: Facts, filter: LanesFilter, time: AskedDays, shell: Shell, slug: String,
    clock: PageClock, board: (Timestamp) -> String
  ) {
    let path = Self.path(slug)
    let present = clock.local(clock.now).date
    (self.shell, self.path, error) = (shell, path, time.problem)
    tabs = Shell.Section.tabs(slug, current: .lanes, clock: clock)
    title = clock.span(facts.day.from..<facts.day.to)
    day = time.day.isoDay
    times = SpanField.both(time.span, clock)
    let link = { (day: CivilDate) in filter.on(day).query.link(path) }
    previous = link(time.day.previous)
    next = time.day.daysSince1970 < present.daysSince1970 ? link(time.day.next) : ""
    regions = Choice.regions(facts.regions, chosen: filter.region)
    profiles = Choice.profiles(facts.profiles, chosen: filter.profile)
    orders = LanesFilter.Order.allCases.map {
      Choice(value: $0.rawValue, label: $0.label, isSelected: $0 == filter.order.column)
    }
    let isNarrow = !filter.region.utf8.isEmpty || !filter.profile.utf8.isEmpty
    clear = isNarrow ? filter.with { ($0.region, $0.profile) = ("", "") }.query.link(path) : ""
    json = error.utf8.isEmpty ? filter.with { $0.order = ListOrder(.region) }.query.link(path + ".json") : ""
    notices = Self.notices(facts, clock)
    let census = facts.census
    let place = census.worst()
    worst = place.map { Self.sentence(census, $0, clock) } ?? ""
    worstBoard = place.map { board(census.start(of: $0 + 1)) } ?? ""
    box = "0 0 \(census.counts.count) \(Self.height)"
    crowd = census.paths(height: Self.height)
    crowdText = Words.Lanes.crowd(census.most, worst)
    reachable = LaneRow.percent(facts.reachable, of: facts.watched)
    watched = "\(Words.grouped(facts.watched / 3_600_000)) h"
    silences = facts.silences == 0 ? "" : Words.grouped(facts.silences)
    let scale = TimelineScale(facts.day, now: clock.now)
    now = TimelineNow(scale, clock)
    hourMarks = TimelineLabels.axis(TimelineTicks.all(in: facts.day, clock: clock), scale, beside: now)
    hours = LaneHour.all(census, clock: clock, board: board)
    let heads = filter.heads(
      [
        (Words.Lanes.person, .name), (Words.Lanes.reachable, .reachable), (Words.Lanes.watched, .watched),
        (Words.Lanes.silences, .silent),
      ], by: \.order, falling: LanesFilter.Order.falling, numbers: [.reachable, .watched], at: path)
    (nameHead, numberHeads) = (Array(heads.prefix(1)), Array(heads.dropFirst()))
    rows = Rows(facts.shown.map { LaneRow($0, in: time, slug: slug, clock: clock) })
    empty = facts.shown.isEmpty ? Self.emptyState(isNarrow: isNarrow, facts, clock) : nil
    pager = Pager(
      shown: facts.shown.count, page: filter.page, size: LanesFilter.pageSize, matching: facts.matching
    ) { filter.with(\.page, $0).query.link(path) }
  }

  static func path(_ slug: String) -> String { "/w/\(slug)/lanes" }

  /// `At 03:10, 22 of 40 on watch were silent (55 %), 18 of them out of reach.`
  static func sentence(_ census: LaneCensus, _ place: Int, _ clock: PageClock) -> String {
    let count = census.counts[place]
    let time = clock.minutes(census.start(of: place))
    return Words.Lanes.silent(count, LaneHour.share(of: count), at: time)
  }

  private static func notices(_ facts: Facts, _ clock: PageClock) -> [Notice] {
    guard facts.day.from < facts.logFrom else { return [] }
    return [
      Notice(
        level: "calm", pill: StatusPill(.unknown), title: Words.Lanes.partlyKept,
        detail: Words.Lanes.keptSince(clock.minute(facts.logFrom).text))
    ]
  }

  private static func emptyState(isNarrow: Bool, _ facts: Facts, _ clock: PageClock) -> EmptyState {
    if facts.day.from > clock.now {
      return EmptyState(title: Words.Lanes.future, advice: Words.Lanes.futureAdvice)
    }
    if facts.matching > 0 { return EmptyState(title: Words.Lanes.beyond, advice: Words.Lanes.beyondAdvice) }
    if isNarrow { return EmptyState(title: Words.Lanes.noMatch, advice: Words.Lanes.noMatchAdvice) }
    return EmptyState(title: Words.Lanes.nobody, advice: Words.Lanes.nobodyAdvice)
  }
}
