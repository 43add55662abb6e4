/// The two lanes of a timeline as spans to draw: *reachable* by contact, *track* by fixes.
public enum Lanes {
  /// Whether a person could be reached.
  public enum Reachable: String, CaseIterable, Sendable {
    /// Not watched.
    case none
    /// The last contact was no longer than D ago.
    case green
    /// Longer than D ago.
    case amber
    /// Longer than O ago.
    case red
    /// Rollcall itself was away.
    case notObserved = "not_observed"
  }

  /// Whether a person's position was known.
  public enum Track: String, CaseIterable, Sendable {
    /// Not watched.
    case none
    /// Known at the time.
    case known
    /// Known since later.
    case late
    /// Not known, and it never will be.
    case blank
  }

  /// A span of a lane with one level.
  public struct Piece<Level: Hashable & Sendable>: Hashable, Sendable {
    /// When.
    public var span: TimeSpan
    /// The level in this span.
    public var level: Level

    /// A piece from its parts.
    public init(span: TimeSpan, level: Level) {
      self.span = span
      self.level = level
    }
  }

  /// The lane *reachable* in `range`, without holes, neighbours of different level.
  ///
  /// Drawn by the age of the last contact at each instant, so it never changes afterwards. Our own absence
  /// adds no age: amber and red show exactly where ``Silence/worst`` puts them.
  ///
  /// - Parameters:
  ///   - watched: when the responder was on duty; the last span ends now if they still are.
  ///   - quiet: the silences; open ones end at `now`.
  ///   - absences: the *not observed* spans.
  public static func reachable(
    in range: TimeSpan, watched: [TimeSpan], quiet: [Quiet], absences: [TimeSpan], now: Timestamp
  ) -> [Piece<Reachable>] {
    var lane = Lane(range, Reachable.none)
    lane.paint(watched, .green)
    var (amber, red): ([TimeSpan], [TimeSpan]) = ([], [])
    for silence in quiet {
      let span = silence.span(at: now)
      guard span.overlap(range) != nil else { continue }
      let observed = ObservedSpan(span, outside: absences)
      guard let degraded = observed.instant(after: silence.thresholds.degraded) else { continue }
      amber.append(TimeSpan(from: degraded, to: span.to))
      guard let offline = observed.instant(after: silence.thresholds.offline) else { continue }
      red.append(TimeSpan(from: offline, to: span.to))
    }
    lane.paint(amber, .amber, unless: Reachable.none)
    lane.paint(red, .red, unless: Reachable.none)
    lane.paint(absences, .notObserved, unless: Reachable.none)
    return lane.pieces
  }

  /// The lane *track* in `range`, without holes, neighbours of different level.
  ///
  /// - Parameter watched: when the responder was on duty; the last span ends now if they still are.
  public static func track(in range: TimeSpan, watched: [TimeSpan], gaps: [TrackGap]) -> [Piece<Track>] {
    var lane = Lane(range, Track.none)
    lane.paint(watched, .known)
    let spans = { (late: Bool) in
      gaps.filter { ($0.backfilledAt != nil) == late }.map { TimeSpan(from: $0.from, to: $0.to) }
    }
    lane.paint(spans(true), .late, unless: Track.none)
    lane.paint(spans(false), .blank, unless: Track.none)
    return lane.pieces
  }
}

/// A lane painted layer by layer.
private struct Lane<Level: Hashable & Sendable> {
  private(set) var pieces: [Lanes.Piece<Level>]

  init(_ range: TimeSpan, _ level: Level) {
    pieces = range.length > 0 ? [Lanes.Piece(span: range, level: level)] : []
  }

  /// Paints `spans` with `level`, except where the lane shows `kept`.
  mutating func paint(_ spans: [TimeSpan], _ level: Level, unless kept: Level? = nil) {
    let spans = spans.sorted { $0.from < $1.from }
    guard !spans.isEmpty else { return }
    var painted: [Lanes.Piece<Level>] = []
    var next = 0
    for piece in pieces {
      guard piece.level != kept else {
        append(piece.span, piece.level, to: &painted)
        continue
      }
      while spans.indices.contains(next), spans[next].to <= piece.span.from { next += 1 }
      var reached = piece.span.from
      for span in spans[next...] {
        if span.from >= piece.span.to { break }
        guard let over = span.overlap(TimeSpan(from: reached, to: piece.span.to)) else { continue }
        append(TimeSpan(from: reached, to: over.from), piece.level, to: &painted)
        append(over, level, to: &painted)
        reached = over.to
      }
      append(TimeSpan(from: reached, to: piece.span.to), piece.level, to: &painted)
    }
    pieces = painted
  }

  private func append(_ span: TimeSpan, _ level: Level, to painted: inout [Lanes.Piece<Level>]) {
    guard span.length > 0 else { return }
    if let last = painted.last, last.level == level {
      painted[painted.count - 1].span.to = span.to
    } else {
      painted.append(Lanes.Piece(span: span, level: level))
    }
  }
}
