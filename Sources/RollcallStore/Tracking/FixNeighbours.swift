import Columns
import Rollcall
import SQL

/// The fixes beside those of an upload at hand. Many positions that come out of order lie among the same stored ones,
/// which are kept, so that they are not unpacked again for each.
struct FixNeighbours {
  /// How many earlier fixes are looked at.
  static let count = 20
  private static let longestReach = 4_096

  /// A fix that is looked at.
  private struct Neighbour {
    let place: RowPlace
    let fix: MotionDoubt.Fix
    /// Whether it is accused of its speed.
    let isAccused: Bool
  }

  /// Stored fixes that follow each other.
  private struct Window {
    let fixes: [Neighbour]
    /// Whether the track has none before them, and none after them.
    let isFirst, isLast: Bool

    /// Whether nothing outside of it can be next to an instant.
    func holds(_ time: Int64) -> Bool {
      (isFirst || fixes.index { $0.place.time >= time } >= FixNeighbours.count)
        && (isLast || FixNeighbours.next(after: time, in: fixes) != nil)
    }
  }

  /// The fixes of the upload that are not stored yet, in order.
  private var own: [Neighbour] = []
  private var window: Window?
  /// How many fixes are read beyond those that are needed; more each time that they were too few.
  private var reach = 0

  /// Adds a position of the upload.
  mutating func add(_ ping: PingRow) {
    let flags = DoubtFlags(rawValue: ping.flags)
    guard ping.timeSource != Int64(FixTime.Source.server.rawValue), !flags.contains(.repeated),
      let position = Position(latitude: ping.latitude, longitude: ping.longitude)
    else { return }
    let effective = Timestamp(milliseconds: ping.effectiveAt)
    let fix = MotionDoubt.Fix(
      at: Ping.taken(effective: effective, age: ping.fixAge), position: position, accuracy: ping.accuracy,
      speed: ping.speed)
    let place = RowPlace(time: ping.effectiveAt, number: ping.id)
    own.insert(
      Neighbour(place: place, fix: fix, isAccused: flags.contains(.speed)),
      at: own.index { place < $0.place })
  }

  /// Forgets everything: what was added is stored now.
  mutating func reset() { self = FixNeighbours() }

  /// The last fixes before an instant, the oldest first, and the next one after it that is not accused of its speed.
  mutating func around(
    _ instant: Timestamp, of person: Responder.ID, _ track: Track
  ) throws -> (before: [MotionDoubt.Fix], next: MotionDoubt.Fix?) {
    let (time, stored) = (instant.milliseconds, try stored(around: instant, of: person, track))
    let before = (Self.before(time, in: stored) + Self.before(time, in: own)).sorted { $0.place < $1.place }
    let next = [Self.next(after: time, in: stored), Self.next(after: time, in: own)].compactMap(\.self)
    return (before.suffix(Self.count).map(\.fix), next.min { $0.place < $1.place }?.fix)
  }

  /// Stored fixes, all of those beside an instant among them.
  private mutating func stored(
    around instant: Timestamp, of person: Responder.ID, _ track: Track
  ) throws -> [Neighbour] {
    if let window, window.holds(instant.milliseconds) { return window.fixes }
    while true {
      let limit = (before: Self.count + reach, after: 1 + reach)
      let before = try track.last(limit.before, of: person, until: instant, isIncluded: false)
      let after = try track.next(limit.after, of: person, from: instant)
      let found = Window(
        fixes: (before.reversed() + after).map { ping in
          Neighbour(
            place: ping.place.row, fix: MotionDoubt.Fix(ping), isAccused: ping.time.flags.contains(.speed))
        }, isFirst: before.count < limit.before, isLast: after.count < limit.after)
      window = found
      reach = max(16, reach * 2)
      if found.holds(instant.milliseconds) || reach > Self.longestReach { return found.fixes }
    }
  }

  private static func before(_ time: Int64, in fixes: [Neighbour]) -> ArraySlice<Neighbour> {
    fixes[..<fixes.index { $0.place.time >= time }].suffix(count)
  }

  private static func next(after time: Int64, in fixes: [Neighbour]) -> Neighbour? {
    fixes[fixes.index { $0.place.time > time }...].first { !$0.isAccused }
  }
}

extension Array {
  /// The first index whose element fulfils a condition, which all after it fulfil, too.
  fileprivate func index(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
