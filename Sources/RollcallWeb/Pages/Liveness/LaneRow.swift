import Rollcall
import RollcallStore

/// A person's day: its totals, and its lane.
struct LaneDay {
  let person: WorkspaceLanes.Person
  let totals: LaneTotals
  let raster: LaneRaster<ReachLevel>

  /// - Parameters:
  ///   - lane: the reachable lane, without holes.
  ///   - day: the whole day, with its future part.
  ///   - now: the drawing ends here.
  init(
    _ person: WorkspaceLanes.Person, lane: [Lanes.Piece<Lanes.Reachable>], in day: TimeSpan, now: Timestamp
  ) {
    (self.person, totals) = (person, LaneTotals(lane))
    var raster = LaneRaster(
      day, count: LaneCensus.cells(in: day), levels: ReachLevel.allCases, now: now, steps: LaneCensus.steps)
    for piece in lane { raster.paint(ReachSpan(piece), least: 1) }
    self.raster = raster
  }
}

/// The lane of one person on one day.
struct LaneRow: PageRow {
  static let template = "Liveness/LaneRow"

  var key, name: String
  var href: String
  var about: String
  var strip: ReachStrip
  /// `96 %` of their watch; empty when the server could not hear.
  var reachable: String
  /// How long they were on watch: `8 h 12 min`.
  var watched: String
  /// `3, the longest 42 min`; empty for none.
  var silences: String

  init(_ day: LaneDay, in time: AskedDays, slug: String, clock: PageClock) {
    let (person, totals) = (day.person, day.totals)
    var query = URLQuery()
    query.add("day", time.isDay ? time.day.isoDay : "")
    query.add("from", time.isDay ? "" : time.span.from.rfc3339)
    query.add("to", time.isDay ? "" : time.span.to.rfc3339)
    (key, name) = ("r\(person.id.rawValue)", person.name)
    href = query.link(PagePath.person(slug, person.id))
    about = [Words.capitalized(person.profile), person.region].compactMap { $0 }.joined(separator: " · ")
    strip = ReachStrip(
      day.raster, called: time.isDay ? Words.Reach.watchOfDay : Words.Reach.watchOfTime,
      end: time.isDay ? Words.Reach.endOfDay : Words.Reach.endOfTime, clock: clock)
    reachable = Self.percent(totals.reachable, of: totals.watched)
    watched = Words.duration(totals.watched)
    let count = totals.silent.count
    let longest = totals.longest.map { Words.duration($0.length) } ?? ""
    silences = count == 0 ? "" : count == 1 ? "1 of \(longest)" : Words.Reach.longest(count, longest)
  }

  /// `96 %`, rounded down, so that only a full share is shown as 100 %.
  static func percent(_ part: Milliseconds, of whole: Milliseconds) -> String {
    whole > 0 ? "\(Int(Double(part) / Double(whole) * 100)) %" : ""
  }
}

/// One hour of a workspace's day in numbers.
struct LaneHour: PagePart, Hashable {
  /// Its beginning: `03:00`, `02:00 +01:00` for an hour that occurs twice.
  var hour: String
  /// The most people on watch at a time, and the most of them silent, with their share.
  var watched, silent, share: String
  /// How many of the silent were out of reach, not only overdue.
  var red: String
  /// When most were silent: `03:10`; and the board as known then, empty when not available.
  var at, board: String
  /// Whether no hour was worse.
  var isWorst: Bool

  /// The hours of a day in which people were on watch.
  ///
  /// - Parameter board: the address of the board of an instant.
  static func all(_ census: LaneCensus, clock: PageClock, board: (Timestamp) -> String) -> [LaneHour] {
    let worst = census.worst()
    return stride(from: 0, to: census.counts.count, by: 12).compactMap { first in
      let cells = first..<min(first + 12, census.counts.count)
      let watched = cells.map { census.counts[$0].watched }.max() ?? 0
      guard watched > 0 else { return nil }
      let place = census.worst(in: cells)
      let count = place.map { census.counts[$0] } ?? LaneCensus.Count()
      return LaneHour(
        hour: clock.minutes(census.start(of: first)), watched: "\(watched)", silent: "\(count.silent)",
        share: share(of: count), red: "\(count.red)",
        at: place.map { clock.minutes(census.start(of: $0)) } ?? "",
        board: place.map { board(census.start(of: $0 + 1)) } ?? "",
        isWorst: worst.map(cells.contains) ?? false)
    }
  }

  /// `55 %`; empty when no one was silent.
  static func share(of count: LaneCensus.Count) -> String {
    count.silent == 0 ? "" : LaneRow.percent(Int64(count.silent), of: Int64(count.watched))
  }
}
