/// The age of the newest known fix over a stretch of time, each instant weighted equally.
///
/// The age grows by a millisecond in each millisecond and falls when a newer fix becomes known, so a stretch
/// without news is one ramp, from its first age to its last.
public struct FixAges: Equatable, Sendable {
  /// A stretch without news, milliseconds.
  private struct Ramp: Equatable, Sendable {
    /// Its first age.
    let from: Milliseconds
    /// How long it grew.
    let length: Milliseconds
  }

  private var ramps: [Ramp] = []
  /// The total time, milliseconds.
  public private(set) var length: Milliseconds = 0

  /// Of no time.
  public init() {}

  /// Adds a stretch during which the newest known fix was one taken at `fix`.
  mutating func add(_ span: TimeSpan, fix: Timestamp) {
    guard span.length > 0 else { return }
    ramps.append(Ramp(from: max(0, span.from.since(fix)), length: span.length))
    length += span.length
  }

  /// The age not exceeded in 95 of 100 instants, milliseconds; `nil` = of no time.
  public var ninetyFifth: Milliseconds? {
    // ⌈0.95 n⌉ without a product that could overflow.
    length > 0 ? age(after: length - length / 20) : nil
  }

  /// The smallest age not exceeded for `wanted` milliseconds.
  private func age(after wanted: Milliseconds) -> Milliseconds {
    // A ramp covers its ages from the first one on, until the last.
    let edges =
      (ramps.map { (at: $0.from, step: 1) }
      + ramps.map { (at: $0.from.addingReportingOverflow($0.length).partialValue, step: -1) })
      .sorted { $0.at < $1.at }
    var (seen, slope, reached): (Milliseconds, Milliseconds, Milliseconds) = (0, 0, 0)
    for edge in edges {
      let covered = (edge.at - reached).multipliedReportingOverflow(by: slope).partialValue
      if slope > 0, seen + covered >= wanted { return reached + (wanted - seen - 1) / slope }
      (seen, reached) = (seen + covered, edge.at)
      slope += Milliseconds(edge.step)
    }
    return reached
  }
}

extension DutyRecord {
  /// The age of the newest known fix in each instant of `span` on duty while Rollcall was up. Only fixes of
  /// the same shift count, and the time before its first is left out, because no fix was known then.
  public func fixAges(in span: TimeSpan) -> FixAges {
    var ages = FixAges()
    let shifts = shifts(in: span)
    guard !shifts.isEmpty else { return ages }
    for (fix, known) in newestKnown() {
      for shift in shifts where known.from >= shift.from && known.from < shift.to {
        guard let part = known.overlap(shift).flatMap({ $0.overlap(span) }) else { continue }
        for piece in ObservedSpan(part, outside: absences).pieces { ages.add(piece, fix: fix) }
      }
    }
    return ages
  }

  /// When each fix was the newest known one. A fix that arrived after a newer one never was.
  private func newestKnown() -> [(fix: Timestamp, known: TimeSpan)] {
    var newest: [Fix] = []
    for fix in fixes {
      while let last = newest.last, last.known >= fix.known { newest.removeLast() }
      newest.append(fix)
    }
    return newest.indices.map { place in
      let next = newest.indices.contains(place + 1) ? newest[place + 1].known : end
      return (newest[place].at, TimeSpan(from: newest[place].known, to: next))
    }
  }
}
