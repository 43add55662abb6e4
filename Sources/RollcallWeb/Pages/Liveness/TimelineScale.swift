import Rollcall

/// Maps instants to places. The drawing ends at now; the rest is blank.
struct TimelineScale {
  let window: TimeSpan
  let now: Timestamp
  /// The place of now, 0…1 of the width; 1 when all of the window is past. It moves from cell to cell, so
  /// that the picture does not change every second.
  let limit: Double

  private static let cells = TimelineDrawing.cells

  init(_ window: TimeSpan, now: Timestamp) {
    (self.window, self.now) = (window, now)
    let raster = LaneRaster(window, count: Self.cells, levels: ReachLevel.allCases, now: now)
    limit = raster.end / Double(Self.cells)
  }

  /// Whether a visible part of the window is in the future. A window that ends with the present minute has
  /// none.
  var showsNow: Bool { now >= window.from && limit < 1 - 4 / Double(Self.cells) }

  /// 0…1 of the width; instants outside are at the edges.
  func place(_ instant: Timestamp) -> Double {
    guard window.length > 0 else { return 0 }
    return min(max(Double(instant.since(window.from)) / Double(window.length), 0), 1)
  }

  /// The same, but at most now.
  func share(_ instant: Timestamp) -> Double { min(place(instant), limit) }

  /// Whether an instant is drawn.
  func contains(_ instant: Timestamp) -> Bool {
    instant >= window.from && instant < window.to && instant <= now
  }

  /// Ongoing spans weigh most, then the longest.
  func weight(_ span: TimeSpan) -> Int64 {
    span.to >= now && window.to >= now ? .max : span.to.since(span.from)
  }

  /// `12.5%`
  func percent(_ instant: Timestamp) -> String { TimelineLabels.percent(share(instant)) }

  /// The cells of a lane. Important stretches are at least two cells wide, a pixel.
  func raster<Level: Hashable & Sendable>(_ spans: [LaneSpan<Level>], levels: [Level]) -> LaneRaster<Level> {
    var raster = LaneRaster(window, count: Self.cells, levels: levels, now: now)
    let quiet = Set(levels.prefix(2))
    for span in spans where span.from <= now { raster.paint(span, least: quiet.contains(span.level) ? 1 : 2) }
    return raster
  }

  /// Lines at instants within the window: of overlapping ones the first, and no more than can be seen.
  func thinned(_ marks: [(at: Timestamp, kind: String, hint: String)]) -> [TimelineDrawing.Line] {
    var taken: Set<Int> = []
    return marks.filter { contains($0.at) }.sorted { $0.at < $1.at }.compactMap { mark in
      let place = Int(share(mark.at) * Double(TimelineDrawing.most))
      guard taken.insert(place).inserted else { return nil }
      return TimelineDrawing.Line(x: percent(mark.at), kind: mark.kind, hint: mark.hint)
    }
  }
}

/// The line between past and future, in a drawing whose window extends beyond now.
struct TimelineNow: PagePart, Hashable {
  /// Its place, per cent of the width.
  var x: String
  /// `now 17:03`, for wide and for narrow screens.
  var labels: [TimelineLabel]
  /// Its place, 0…1 of the width.
  let place: Double
  let text: String

  /// `nil` when all of the window is past, or none of it.
  init?(_ scale: TimelineScale, _ clock: PageClock) {
    guard scale.showsNow else { return nil }
    (place, text) = (scale.limit, "now \(clock.local(clock.now).minutes)")
    x = TimelineLabels.percent(place)
    labels = TimelineLabels.place([.init(place: place, text: text)], centred: true)
  }
}

/// The instants with a line on the time axis, and their labels.
struct TimelineTicks {
  /// One line; most have a text.
  struct Tick: Equatable {
    var at: Timestamp
    var label: String
  }

  /// The lines within a window, in the workspace's own hours and days, some of which have 23 or 25 hours.
  static func all(in window: TimeSpan, clock: PageClock) -> [Tick] {
    let length = window.length
    guard length > 0, length <= 3_000 * 86_400_000 else { return [] }
    if length <= 9 * 3_600_000 { return hours(window, clock, every: 1) }
    if length <= 36 * 3_600_000 { return hours(window, clock, every: 3) }
    if length <= 4 * 86_400_000 { return hours(window, clock, every: 12) }
    return days(window, clock)
  }

  /// Tries every quarter of an hour: clocks everywhere are offset by quarters, and an hour may be missing or
  /// occur twice.
  private static func hours(_ window: TimeSpan, _ clock: PageClock, every hours: Int64) -> [Tick] {
    var ticks: [Tick] = []
    var instant = window.from.ceiling(to: 900_000)
    while instant <= window.to {
      let local = clock.local(instant)
      if local.milliseconds % (hours * 3_600_000) == 0 {
        let isMidnight = hours == 12 && local.milliseconds == 0
        ticks.append(Tick(at: instant, label: isMidnight ? local.dayAndMonth : local.minutes))
      }
      instant = instant.advanced(by: 900_000)
    }
    return ticks
  }

  private static func days(_ window: TimeSpan, _ clock: PageClock) -> [Tick] {
    let first = clock.local(window.from).date.daysSince1970
    let last = clock.local(window.to).date.daysSince1970
    let count = last - first
    return (first...max(first, last)).compactMap { number -> Tick? in
      let day = CivilDate(daysSince1970: number)
      let isNamed = count <= 10 || (count <= 110 ? number % 7 == 4 : day.day == 1)
      guard isNamed || count <= 40 else { return nil }
      let at = clock.start(of: day)
      guard at >= window.from, at <= window.to else { return nil }
      return Tick(at: at, label: isNamed ? name(day, weekday: count <= 10) : "")
    }
  }

  private static func name(_ day: CivilDate, weekday: Bool) -> String {
    weekday ? "\(Self.weekday(day)) \(day.day)" : "\(day.day) \(LocalTime.months[day.month - 1])"
  }

  /// `Mon`. 1970-01-01 was a Thursday, and days with the rest 4 are Mondays.
  static func weekday(_ day: CivilDate) -> String {
    ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(day.daysSince1970 % 7 + 7) % 7]
  }
}
