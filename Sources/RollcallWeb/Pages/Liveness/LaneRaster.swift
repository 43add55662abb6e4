import Rollcall

/// A window of time cut into equal cells, each with the worst level that touches it.
///
/// However many spans there are, no more is drawn than there are cells, and no span is too short to be seen.
struct LaneRaster<Level: Hashable & Sendable> {
  /// The levels in the order in which the later one wins a cell.
  let levels: [Level]
  let from: Timestamp
  let to: Timestamp
  /// The index of each cell's level.
  private(set) var cells: [UInt8]

  /// A window of `count` cells in which everything has the first of `levels`.
  init(from: Timestamp, to: Timestamp, count: Int, levels: [Level]) {
    (self.from, self.to, self.levels) = (from, to, levels)
    cells = Array(repeating: 0, count: max(1, count))
  }

  /// Paints a span, at least `least` cells wide.
  mutating func paint(_ span: LaneSpan<Level>, least: Int) {
    guard span.from < span.to, span.from < to, span.to > from else { return }
    guard let rank = levels.firstIndex(of: span.level).map(UInt8.init) else { return }
    var first = min(Int(place(span.from).rounded(.down)), cells.count - 1)
    let last = min(max(Int(place(span.to).rounded(.up)), first + least), cells.count)
    first = max(0, min(first, last - least))
    for cell in first..<last where cells[cell] < rank { cells[cell] = rank }
  }

  /// Where an instant lies, 0…count; those outside lie at the ends.
  private func place(_ instant: Timestamp) -> Double {
    let length = Double(to.since(from))
    guard length > 0 else { return 0 }
    return min(max(Double(instant.since(from)) / length, 0), 1) * Double(cells.count)
  }

  /// How many cells have a level.
  func count(_ level: Level) -> Int {
    guard let rank = levels.firstIndex(of: level).map(UInt8.init) else { return 0 }
    return cells.count { $0 == rank }
  }

  /// The runs of cells for which `matches` is true.
  func runs(where matches: (Level) -> Bool) -> [Range<Int>] {
    let wanted = levels.map(matches)
    var runs: [Range<Int>] = []
    var start: Int?
    for (index, rank) in cells.enumerated() {
      if wanted[Int(rank)] {
        start = start ?? index
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    if let start { runs.append(start..<cells.count) }
    return runs
  }

  /// SVG path data of bars over the runs of `level`; empty when there are none.
  func bars(_ level: Level, top: Int, height: Int) -> String {
    runs { $0 == level }.map { "M\($0.lowerBound) \(top)h\($0.count)v\(height)h-\($0.count)z" }.joined()
  }
}
