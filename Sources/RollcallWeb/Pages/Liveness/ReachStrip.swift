import Rollcall

/// One level of a lane as SVG path data, with the level's class in the style sheet.
struct LanePath: PagePart, Hashable {
  var level, path: String

  /// The paths that are not empty.
  static func drawn(_ paths: [(level: String, path: String)]) -> [LanePath] {
    paths.filter { !$0.path.utf8.isEmpty }.map { LanePath(level: $0.level, path: $0.path) }
  }
}

/// One responder's reachability in a window of time, small enough for a row of a table.
///
/// Height falls with the status, so that it is readable without colour.
struct ReachStrip: PagePart, Hashable {
  /// The box of the paths: cells by 14.
  var box: String
  var paths: [LanePath]
  /// The same in words: `reachable 96 % of the last 2 h; silent 11:52 – now`.
  var text: String

  /// The length of the board's strip, minutes; one cell each.
  static let minutes = 120
}

extension ReachStrip {
  /// The two hours that end with the last whole minute. It moves once a minute: a row's HTML is cached by its
  /// content, and must not change every second.
  ///
  /// - Parameter spans: the reachable lane; parts outside the two hours are ignored.
  init(_ spans: [ReachSpan], clock: PageClock) {
    let now = clock.now.ceiling(to: 60_000)
    let end = now == clock.now ? now : now.advanced(by: -60_000)
    let window = TimeSpan(from: end.advanced(by: -Int64(Self.minutes) * 60_000), to: end)
    var raster = LaneRaster(window, count: Self.minutes, levels: ReachLevel.allCases)
    for span in spans { raster.paint(span, least: 1) }
    self.init(raster, called: Words.Reach.lastHours, end: clock.isTicking ? "now" : "then", clock: clock)
  }

  /// A painted window.
  ///
  /// - Parameters:
  ///   - name: the window's name in words.
  ///   - end: its end in words.
  init(_ raster: LaneRaster<ReachLevel>, called name: String, end: String, clock: PageClock) {
    box = "0 0 \(raster.cells.count) 14"
    paths = LanePath.drawn([
      ("none", raster.bars(.none, top: 6, height: 2)), ("green", raster.bars(.green, top: 0, height: 14)),
      ("away", Self.dots(raster)), ("amber", raster.bars(.amber, top: 5, height: 9)),
      ("red", raster.bars(.red, top: 9, height: 5)), ("now", raster.nowLine(height: 14)),
    ])
    text = Self.words(raster, called: name, end: end, clock: clock)
  }

  /// A dotted line: not observed.
  private static func dots(_ raster: LaneRaster<ReachLevel>) -> String {
    raster.runs { $0 == .notObserved }.flatMap { run in
      stride(from: run.lowerBound, to: run.upperBound, by: 3).map { place in
        let width = raster.width(of: place..<place + 1)
        return "M\(place) 6h\(width)v2h-\(width)z"
      }
    }.joined()
  }

  private static func words(
    _ raster: LaneRaster<ReachLevel>, called name: String, end: String, clock: PageClock
  ) -> String {
    guard let share = raster.reachable else {
      return Words.Reach.none(in: name, isWatched: raster.count(.notObserved) > 0)
    }
    let silences = raster.runs { $0 == .amber || $0 == .red }
    guard !silences.isEmpty else { return Words.Reach.always(in: name) }
    let cell = raster.to.since(raster.from) / Int64(raster.cells.count)
    let time = { (place: Int) in
      place >= raster.begun
        ? raster.isUnfinished ? "now" : end
        : clock.local(raster.from.advanced(by: Int64(place) * cell)).minutes
    }
    let shown = silences.suffix(2).map { "\(time($0.lowerBound)) – \(time($0.upperBound))" }
    return Words.Reach.silent(shown, earlier: silences.count - shown.count, share, of: name)
  }
}
