import Seeds
import Rollcall
import Testing

@Suite("Gaps in a track are a function of the fixes, whatever the order in which they came")
struct TrackGapsPropertyTests {
  @Test("the one pass finds what comparing all pairs of fixes finds", arguments: Seeds.some(30))
  func likeAllPairs(seed: UInt64) {
    var random = SplitMix(state: seed)
    for _ in 0..<60 {
      let history = History(&random)
      #expect(history.found(&random) == history.expected)
    }
  }
}

/// A random history, in seconds, and the slow way to find its gaps.
private struct History {
  typealias Fix = TrackGapsTests.Fix

  var fixes: [Fix] = []
  var watched: [(from: Double, to: Double)] = []
  var changes: [(at: Double, degraded: Double?)] = []
  var range: (from: Double, to: Double)

  init(_ random: inout SplitMix) {
    var clock = 0.0
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let from = clock + Double(Int.random(in: 0...60, using: &random))
      clock = from + Double(Int.random(in: 0...400, using: &random))
      watched.append((from, clock))
    }
    for _ in 0..<Int.random(in: 0...25, using: &random) {
      let taken = Double(Int.random(in: -20...900, using: &random))
      let delay = [0, 1, 30, 60, 90, 91, 200].randomElement(using: &random) ?? 0
      fixes.append(Fix(taken: taken, came: taken + Double(delay)))
    }
    var at = Double(Int.random(in: -50...50, using: &random))
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      changes.append((at, [nil, 20, 45, 60, 90].randomElement(using: &random) ?? nil))
      at += Double(Int.random(in: 1...200, using: &random))
    }
    let from = Double(Int.random(in: -50...500, using: &random))
    range = (from, from + Double(Int.random(in: 1...1_000, using: &random)))
  }

  func found(_ random: inout SplitMix) -> [TrackGap] {
    let changes = changes.map { at, degraded in
      TrackGaps.Change(
        at: .at(at), thresholds: degraded.map { Thresholds(degraded: Int64($0) * 1_000, offline: .max) })
    }
    return TrackGapsTests.gaps(
      fixes.shuffled(using: &random), watched: watched.map { ($0.from, $0.to) }, changes: changes,
      range: (range.from, range.to))
  }

  var expected: [TrackGap] {
    watched.flatMap(gaps).filter { $0.from < .at(range.to) && $0.to > .at(range.from) }
  }

  private func gaps(from start: Double, to end: Double) -> [TrackGap] {
    let inside = fixes.filter { $0.taken >= start && $0.taken < end }
    let times = [start] + Set(inside.map(\.taken)).sorted() + [end]
    let last = times.count - 1
    // The ends of watching are points of the track; a fix at the first one is one more point of that instant.
    func arrival(_ place: Int) -> Double? {
      guard place > 0, place < last else { return nil }
      return inside.filter { $0.taken == times[place] }.map(\.came).min()
    }
    func isLate(_ place: Int) -> Bool {
      guard let came = arrival(place), let limit = degraded(at: times[place]) else { return false }
      return came - times[place] > limit
    }
    func isBlank(_ place: Int) -> Bool { isOverdue(times[place], times[place + 1]) }
    func beginsRun(_ place: Int) -> Bool { place == 0 || !isLate(place) || isBlank(place - 1) }
    func endsRun(_ place: Int) -> Bool { place == last || !isLate(place) || isBlank(place) }

    var found: [TrackGap] = []
    for from in 0..<last {
      if isBlank(from) { found.append(TrackGap(from: .at(times[from]), to: .at(times[from + 1]))) }
      for to in from..<times.count where beginsRun(from) && endsRun(to) {
        let late = (from...to).filter(isLate)
        let isWhole = (from..<to).allSatisfy { !isBlank($0) }
        let isMaximal = (from...to).allSatisfy { $0 == from || $0 == to || isLate($0) }
        guard isWhole, isMaximal, let came = late.compactMap(arrival).max(), isOverdue(times[from], times[to])
        else { continue }
        found.append(TrackGap(from: .at(times[from]), to: .at(times[to]), backfilledAt: .at(came)))
      }
    }
    return found.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  private func degraded(at instant: Double) -> Double? {
    (changes.last { $0.at <= instant } ?? changes.first).flatMap(\.degraded)
  }

  /// Plays the changes between two instants, one after the other, until the deadline passes.
  private func isOverdue(_ start: Double, _ end: Double) -> Bool {
    var limit = degraded(at: start)
    var deadline = limit.map { start + $0 } ?? .infinity
    for change in changes where change.at > start && change.at < end && change.at < deadline {
      switch (limit, change.degraded) {
      case (_, nil): deadline = .infinity
      case (nil, .some(let new)): deadline = change.at + new
      case (.some(let old), .some(let new)):
        if new > old { deadline = max(deadline, start + new) }
        if new < old { deadline = min(deadline, change.at + new) }
      }
      limit = change.degraded
    }
    return end > deadline
  }
}
