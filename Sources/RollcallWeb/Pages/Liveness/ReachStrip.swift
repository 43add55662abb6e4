import Rollcall

/// One level of a lane as SVG path data.
public struct LanePath: PagePart, Hashable {
  /// The style sheet's word for the level: `green`, `amber`, `red`, `away`, `none`, `live`, `late`, `blank`.
  public var level: String
  /// The path.
  public var path: String

  /// An example with every kind of content.
  public static let sample = LanePath(level: "green", path: "M0 0h60v14h-60z")
}

/// The last two hours of one responder's reachability, small enough for a row of the board.
///
/// Height falls with the status, so that it also reads without colour. It moves once a minute: a row's HTML is kept
/// by its content, and must not change with every second.
public struct ReachStrip: PagePart, Hashable {
  /// The levels, each drawn as one path in a box of 120 by 14.
  public var paths: [LanePath]
  /// The same in words: `reachable 96 % of the last 2 h; silent 11:52 – now`.
  public var text: String

  /// How much it shows, minutes; one cell each.
  static let minutes = 120

  /// The strip that ends with the present minute.
  ///
  /// - Parameters:
  ///   - spans: the reachable lane; whatever lies outside the two hours is ignored.
  ///   - clock: when and where the page is read.
  public init(_ spans: [ReachSpan], clock: PageClock) {
    let end = clock.now.ceiling(to: 60_000)
    let start = end.advanced(by: -Int64(Self.minutes) * 60_000)
    var raster = LaneRaster(from: start, to: end, count: Self.minutes, levels: ReachLevel.allCases)
    for span in spans { raster.paint(span, least: 1) }
    paths = [
      LanePath(level: "none", path: raster.bars(.none, top: 6, height: 2)),
      LanePath(level: "green", path: raster.bars(.green, top: 0, height: 14)),
      LanePath(level: "away", path: Self.dots(raster.runs { $0 == .notObserved })),
      LanePath(level: "amber", path: raster.bars(.amber, top: 5, height: 9)),
      LanePath(level: "red", path: raster.bars(.red, top: 9, height: 5)),
    ].filter { !$0.path.utf8.isEmpty }
    text = Self.words(raster, clock: clock)
  }

  private init(paths: [LanePath], text: String) {
    self.paths = paths
    self.text = text
  }

  /// A dotted line: nobody looked.
  private static func dots(_ runs: [Range<Int>]) -> String {
    runs.flatMap { run in stride(from: run.lowerBound, to: run.upperBound, by: 3).map { "M\($0) 6h1v2h-1z" } }
      .joined()
  }

  private static func words(_ raster: LaneRaster<ReachLevel>, clock: PageClock) -> String {
    let green = raster.count(.green)
    let watched = green + raster.count(.amber) + raster.count(.red)
    guard watched > 0 else {
      return raster.count(.notObserved) > 0 ? "not observed in the last 2 h" : "not watched in the last 2 h"
    }
    let silences = raster.runs { $0 == .amber || $0 == .red }
    guard !silences.isEmpty else { return "reachable whenever watched in the last 2 h" }
    let time = { (cell: Int) in
      cell >= raster.cells.count
        ? (clock.isTicking ? "now" : "then")
        : clock.local(raster.from.advanced(by: Int64(cell) * 60_000)).minutes
    }
    let shown = silences.suffix(2).map { "\(time($0.lowerBound)) – \(time($0.upperBound))" }
    let earlier = silences.count - shown.count
    let more = earlier == 0 ? "" : earlier == 1 ? " and once before" : " and \(earlier) times before"
    return
      "reachable \(green * 100 / watched) % of the last 2 h; silent \(shown.joined(separator: ", "))\(more)"
  }

  /// An example with every kind of content.
  public static let sample = ReachStrip(
    paths: [
      LanePath(level: "green", path: "M0 0h107v14h-107z"), LanePath(level: "red", path: "M107 9h13v5h-13z"),
    ],
    text: "reachable 89 % of the last 2 h; silent 11:52 – now")
}
