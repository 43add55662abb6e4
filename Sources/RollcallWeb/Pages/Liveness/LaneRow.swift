import Rollcall

/// The lane of one person on one day.
struct LaneRow: PageRow {
  static let template = "Liveness/LaneRow"

  var key: String
  var name: String
  /// Their timeline of that day.
  var href: String
  /// Their profile and region.
  var about: String
  /// The lane.
  var strip: ReachStrip
  /// `96 %` of their watch; empty when nobody could hear them.
  var reachable: String
  /// How long they were on watch: `8 h 12 min`.
  var watched: String
  /// `3, the longest 42 min`; empty for none.
  var silences: String

  /// A person's day.
  struct Day {
    let id: Responder.ID
    let name: String
    let region: String?
    let profile: String
    let totals: LaneTotals
    let raster: LaneRaster<ReachLevel>

    /// - Parameters:
    ///   - lane: the reachable lane, without holes.
    ///   - day: the whole day, with what has not come of it.
    ///   - now: nothing is drawn after it.
    init(
      id: Responder.ID, name: String, region: String?, profile: String, lane: [Lanes.Piece<Lanes.Reachable>],
      in day: TimeSpan, now: Timestamp
    ) {
      (self.id, self.name, self.region, self.profile) = (id, name, region, profile)
      totals = LaneTotals(lane)
      var raster = LaneRaster(
        from: day.from, to: day.to, count: LaneCensus.cells(in: day), levels: ReachLevel.allCases, now: now,
        steps: LaneCensus.steps)
      for piece in lane { raster.paint(ReachSpan(piece), least: 1) }
      self.raster = raster
    }
  }
}

extension LaneRow {
  init(_ day: Day, slug: String, isoDay: String, clock: PageClock) {
    var query = URLQuery()
    query.add("day", isoDay)
    key = "r\(day.id.rawValue)"
    name = day.name
    href = query.link(PagePath.person(slug, day.id))
    about = [Words.capitalized(day.profile), day.region].compactMap { $0 }.joined(separator: " · ")
    strip = ReachStrip(day.raster, called: "the watch of this day", end: "the end of the day", clock: clock)
    let totals = day.totals
    reachable = Self.percent(totals.reachable, of: totals.watched)
    watched = Words.duration(totals.watched)
    let count = totals.silent.count
    let longest = totals.longest.map { Words.duration($0.length) } ?? ""
    silences = count == 0 ? "" : count == 1 ? "1 of \(longest)" : "\(count), the longest \(longest)"
  }

  /// `96 %`, rounded down: less than all never reads as all.
  static func percent(_ part: Milliseconds, of whole: Milliseconds) -> String {
    whole > 0 ? "\(Int(Double(part) / Double(whole) * 100)) %" : ""
  }
}
