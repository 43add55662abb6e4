import Rollcall

/// The lane of one person on one day.
public struct LaneRow: PageRow {
  /// Its template.
  public static let template = "Liveness/LaneRow"

  /// The row's name in the page.
  public var key: String
  /// Who.
  public var name: String
  /// Their timeline of that day.
  public var href: String
  /// Their profile and region.
  public var about: String
  /// The lane.
  public var strip: ReachStrip
  /// `96 %` of their watch; empty when nobody could hear them.
  public var reachable: String
  /// How long they were on watch: `8 h 12 min`.
  public var watched: String
  /// `3, the longest 42 min`; empty for none.
  public var silences: String

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

  private init(name: String, about: String, strip: ReachStrip) {
    (key, href) = ("r17", "/w/city-rescue/responders/17?day=2026-11-20")
    (self.name, self.about, self.strip) = (name, about, strip)
    (reachable, watched, silences) = ("89 %", "8 h 12 min", "3, the longest 42 min")
  }

  /// An example with every kind of content.
  public static let sample = LaneRow(name: "Mirela Novak", about: "Responder · North", strip: .sample)
}
