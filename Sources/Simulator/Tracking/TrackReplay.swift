public import Rollcall
public import RollcallWire

/// The plan by which one phone replays a track: when each ping is due, and with which time.
///
/// The intervals of the track are kept. A point without a usable time follows one second after the previous
/// one. Times are shifted so that the last one is the instant at which it is sent:
/// - without a speed everything is due at once, and the last point has the time of the start;
/// - with speed N the replay lasts an N-th of the track. It begins that far in the past, its own time runs N
///   times as fast as the clock, and meets the clock at the last point. No time is ever ahead of the clock.
///
/// Every ping is returned exactly once, oldest first, numbered from 0.
public struct TrackReplay: Sendable {
  /// The interval after a point when the next one has no usable time.
  public static let undatedSpacing: Milliseconds = 1_000

  /// How many points had no usable time.
  public let undated: Int
  /// From the first point to the last, milliseconds.
  public let duration: Milliseconds

  private let points: [GPXTrack.Point]
  private let offsets: [Milliseconds]
  private let start: Timestamp
  private let speed: Double?
  private var next = 0

  /// The plan for `track`, replayed from `start`.
  ///
  /// - Parameter speed: How many times as fast as the clock, 1 to 1,000,000; `nil` = all at once. Values
  ///   below 1 would give times ahead of the clock and count as 1.
  public init(_ track: GPXTrack, startingAt start: Timestamp, speed: Double?) {
    points = track.points
    offsets = Self.timeline(track.points)
    undated = track.undated
    duration = offsets.last ?? 0
    self.start = start
    self.speed = speed.map { $0 >= 1 ? min($0, 1_000_000) : 1 }
  }

  /// How many points the track has.
  public var count: Int { points.count }
  /// How many pings were not returned yet.
  public var remaining: Int { points.count - next }
  /// When the next ping is due; `nil` when all were returned.
  public var nextDue: Timestamp? { next < points.count ? due(next) : nil }

  /// The pings due at `now` that were not returned before, at most `limit`.
  public mutating func pings(dueAt now: Timestamp, limit: Int = Batch.limit) -> [Ping] {
    var pings: [Ping] = []
    while next < points.count, pings.count < limit, due(next) <= now {
      pings.append(ping(next))
      next += 1
    }
    return pings
  }

  /// The pings due at `now` that still wait, as a phone counts its queue: how many, and the time of the
  /// oldest.
  public func waiting(at now: Timestamp) -> (count: Int, oldest: Timestamp?) {
    guard next < points.count, due(next) <= now else { return (0, nil) }
    // Due times never decrease: the end of the queue is found by bisection.
    var low = next + 1
    var high = points.count
    while low < high {
      let middle = low + (high - low) / 2
      if due(middle) <= now { low = middle + 1 } else { high = middle }
    }
    return (low - next, stamp(next))
  }

  /// When point `index` is sent, by the clock; rounded up, so that its time has passed.
  private func due(_ index: Int) -> Timestamp {
    start.advanced(by: elapsed(offsets[index]))
  }

  /// The real time after which the replay reaches `offset`.
  private func elapsed(_ offset: Milliseconds) -> Milliseconds {
    guard let speed else { return 0 }
    return Milliseconds(exactly: (Double(offset) / speed).rounded(.up)) ?? .max
  }

  private func stamp(_ index: Int) -> Timestamp {
    start.advanced(by: elapsed(duration)).advanced(by: offsets[index] - duration)
  }

  private func ping(_ index: Int) -> Ping {
    let point = points[index]
    var ping = Ping(position: point.position, isMock: .no)
    ping.sequence = Int64(index)
    ping.recordedAt = stamp(index)
    ping.altitude = point.elevation
    ping.source = .gps
    return ping
  }

  /// When each point is due, relative to the first one, milliseconds: never decreasing.
  static func timeline(_ points: [GPXTrack.Point]) -> [Milliseconds] {
    var offsets: [Milliseconds] = []
    var dated: (time: Timestamp, offset: Milliseconds)?
    var followsUndated = false
    for point in points {
      let soonest = offsets.last.map { saturating($0, plus: undatedSpacing) } ?? 0
      var offset = soonest
      if let time = point.time, let dated {
        let trueOffset = saturating(dated.offset, plus: time.since(dated.time))
        offset = followsUndated ? max(soonest, trueOffset) : trueOffset
      }
      if let time = point.time { dated = (time, offset) }
      followsUndated = point.time == nil
      offsets.append(offset)
    }
    return offsets
  }

  private static func saturating(_ offset: Milliseconds, plus more: Milliseconds) -> Milliseconds {
    let (sum, overflow) = offset.addingReportingOverflow(more)
    return overflow ? .max : sum
  }
}
