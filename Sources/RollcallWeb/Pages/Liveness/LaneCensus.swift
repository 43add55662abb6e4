import Rollcall

/// How many people were on watch and how many of them silent, in each five minutes of a day. It shows in
/// which hour many fell silent.
struct LaneCensus {
  /// How long a cell is, milliseconds.
  static let cell: Milliseconds = 300_000

  /// Steps per cell at the end of an unfinished day's drawing: half a minute each.
  static let steps = 10

  /// The people of one cell, each counted by the worst level that touches it.
  struct Count: Equatable {
    var green = 0, amber = 0, red = 0, notObserved = 0

    /// Overdue or out of reach.
    var silent: Int { amber + red }
    /// On watch while the server heard.
    var watched: Int { green + silent }
  }

  let day: TimeSpan
  private(set) var counts: [Count]
  /// The day without people, up to the end of the drawing.
  private let blank: LaneRaster<ReachLevel>

  /// A day without people.
  ///
  /// - Parameter now: the drawing ends here; `nil` = the day is over.
  init(of day: TimeSpan, now: Timestamp? = nil) {
    self.day = day
    blank = LaneRaster(
      day, count: Self.cells(in: day), levels: ReachLevel.allCases, now: now, steps: Self.steps)
    counts = Array(repeating: Count(), count: Self.cells(in: day))
  }

  /// How many cells a day has; at most 26 hours.
  static func cells(in day: TimeSpan) -> Int { Int(max(1, min(day.length / cell, 312))) }

  mutating func add(_ raster: LaneRaster<ReachLevel>) {
    for (index, rank) in raster.cells.prefix(raster.begun).enumerated() where counts.indices.contains(index) {
      switch raster.levels[Int(rank)] {
      case .none, .purged: continue
      case .green: counts[index].green += 1
      case .amber: counts[index].amber += 1
      case .red: counts[index].red += 1
      case .notObserved: counts[index].notObserved += 1
      }
    }
  }

  func start(of cell: Int) -> Timestamp { day.from.advanced(by: Int64(cell) * Self.cell) }

  /// The cell with the most silent people, the first of several; `nil` when no one was silent.
  func worst(in cells: Range<Int>? = nil) -> Int? {
    let cells = (cells ?? counts.indices).filter { counts[$0].silent > 0 }
    return cells.max { (counts[$0].silent, $1) < (counts[$1].silent, $0) }
  }

  /// The most people on watch at a time.
  var most: Int { counts.map { $0.watched + $0.notObserved }.max() ?? 0 }

  /// Silent people at the bottom, the others above them; as high as the number of people on watch.
  func paths(height: Int) -> [LanePath] {
    let scale = most > 0 ? Double(height) / Double(most) : 0
    let layers: [(String, (Count) -> (Int, Int))] = [
      ("red", { (0, $0.red) }), ("amber", { ($0.red, $0.amber) }), ("green", { ($0.silent, $0.green) }),
      ("away", { ($0.watched, $0.notObserved) }),
    ]
    return LanePath.drawn(
      layers.map { ($0, bars($1, height: height, scale: scale)) }
        + [("now", most > 0 ? blank.nowLine(height: height) : "")])
  }

  private func bars(_ part: (Count) -> (Int, Int), height: Int, scale: Double) -> String {
    var path = ""
    var first = 0
    while first < counts.count {
      let (below, size) = part(counts[first])
      // Equal neighbours are one bar.
      let end = counts[first...].firstIndex { part($0) != (below, size) } ?? counts.count
      if size > 0 {
        let top = Words.decimal(Double(height) - Double(below + size) * scale, places: 1)
        let tall = Words.decimal(Double(size) * scale, places: 1)
        let width = blank.width(of: first..<end)
        path += "M\(first) \(top)h\(width)v\(tall)h-\(width)z"
      }
      first = end
    }
    return path
  }
}
