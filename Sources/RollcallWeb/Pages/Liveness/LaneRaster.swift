import Rollcall

/// The level of a stretch of the *reachable* lane: whether the phone could have been called.
enum ReachLevel: String, CaseIterable, Sendable {
  /// Not watched: off duty, or before the first report.
  case none
  /// Purged: nothing is known any more.
  case purged
  /// In contact.
  case green
  /// Rollcall itself was away: it counts against no one.
  case notObserved = "away"
  /// No contact for longer than the degraded threshold, or the offline one.
  case amber, red
}

/// The level of a stretch of the *track* lane: whether the position is, or can still become, known.
enum TrackLevel: String, CaseIterable, Sendable {
  case none, purged
  /// Fixes arrived while they were fresh, or later and closed the gap.
  case live, late
  case notObserved = "away"
  /// A track gap: no fixes.
  case blank
}

/// One stretch of a lane, half-open. Stretches may come in any order; where they overlap, the worse one is
/// drawn.
struct LaneSpan<Level: Sendable & Hashable>: Hashable, Sendable {
  var from: Timestamp
  /// The first instant after it. At or after "now": it continues. The future is not drawn.
  var to: Timestamp
  var level: Level
}

typealias ReachSpan = LaneSpan<ReachLevel>
typealias TrackSpan = LaneSpan<TrackLevel>

extension ReachSpan {
  init(_ piece: Lanes.Piece<Lanes.Reachable>) {
    let level: ReachLevel =
      switch piece.level {
      case .none: .none
      case .green: .green
      case .amber: .amber
      case .red: .red
      case .notObserved: .notObserved
      }
    self.init(from: piece.span.from, to: piece.span.to, level: level)
  }
}

extension TrackSpan {
  init(_ piece: Lanes.Piece<Lanes.Track>) {
    let level: TrackLevel =
      switch piece.level {
      case .none: .none
      case .known: .live
      case .late: .late
      case .blank: .blank
      }
    self.init(from: piece.span.from, to: piece.span.to, level: level)
  }
}

/// A window of time cut into equal cells, each with the worst level that touches it.
///
/// However many spans there are, it draws at most one level per cell, and no span is too short to be seen.
struct LaneRaster<Level: Hashable & Sendable> {
  /// The levels in ascending priority: the later one wins a cell.
  let levels: [Level]
  let from, to: Timestamp
  /// The index of each cell's level.
  private(set) var cells: [UInt8]
  /// The end of the drawing, in cells: the future right of it is left blank.
  private(set) var end: Double

  /// A window of `count` cells, filled with the first of `levels`.
  ///
  /// - Parameters:
  ///   - now: the end of the drawing; `nil` = all of the window is past.
  ///   - steps: how many steps a cell has at the end of the drawing. The end is at the last complete step, so
  ///     that the picture does not change every second.
  init(_ window: TimeSpan, count: Int, levels: [Level], now: Timestamp? = nil, steps: Int = 1) {
    (from, to, self.levels) = (window.from, window.to, levels)
    cells = Array(repeating: 0, count: max(1, count))
    end = Double(cells.count)
    guard let now, now < to else { return }
    end = (place(now) * Double(steps)).rounded(.down) / Double(steps)
  }

  var begun: Int { min(Int(end.rounded(.up)), cells.count) }
  /// Whether a part of the window is in the future.
  var isUnfinished: Bool { end < Double(cells.count) }

  /// Paints a span, at least `least` cells wide.
  mutating func paint(_ span: LaneSpan<Level>, least: Int) {
    guard span.from < span.to, span.from < to, span.to > from else { return }
    guard let rank = levels.firstIndex(of: span.level).map(UInt8.init) else { return }
    var first = min(Int(place(span.from).rounded(.down)), cells.count - 1)
    let last = min(max(Int(place(span.to).rounded(.up)), first + least), begun)
    // Important stretches are moved into the past rather than left out.
    if least > 1 || last == cells.count { first = max(0, min(first, last - least)) }
    guard first < last else { return }
    for cell in first..<last where cells[cell] < rank { cells[cell] = rank }
  }

  /// The place of an instant, 0…count; instants outside are at the ends.
  private func place(_ instant: Timestamp) -> Double {
    let length = Double(to.since(from))
    guard length > 0 else { return 0 }
    return min(max(Double(instant.since(from)) / length, 0), 1) * Double(cells.count)
  }

  func count(_ level: Level) -> Int {
    guard let rank = levels.firstIndex(of: level).map(UInt8.init) else { return 0 }
    return cells.prefix(begun).count { $0 == rank }
  }

  /// The runs of cells that have begun for which `matches` is true.
  func runs(where matches: (Level) -> Bool) -> [Range<Int>] {
    let wanted = levels.map(matches)
    var runs: [Range<Int>] = []
    var start: Int?
    for (index, rank) in cells.prefix(begun).enumerated() {
      if wanted[Int(rank)] {
        start = start ?? index
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    if let start { runs.append(start..<begun) }
    return runs
  }

  /// The drawn width of a run, in cells, within the end of the drawing.
  func width(of run: Range<Int>) -> String {
    Words.cells(min(Double(run.upperBound), end) - Double(run.lowerBound))
  }

  /// SVG path data of the line at the end of the drawing; empty when all of the window is past, or none of
  /// it.
  func nowLine(height: Int) -> String { isUnfinished && end > 0 ? "M\(Words.cells(end)) 0v\(height)" : "" }

  /// SVG path data of bars over the runs of `level`; empty when there are none.
  func bars(_ level: Level, top: Int, height: Int) -> String {
    runs { $0 == level }.map { run in
      let width = width(of: run)
      return "M\(run.lowerBound) \(top)h\(width)v\(height)h-\(width)z"
    }.joined()
  }
}

extension LaneRaster<ReachLevel> {
  /// The share of watched time in contact, per cent, rounded down; `nil` when no one was on watch.
  var reachable: Int? {
    let green = count(.green)
    let watched = green + count(.amber) + count(.red)
    return watched > 0 ? green * 100 / watched : nil
  }
}
