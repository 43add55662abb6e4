import Foundation
public import Rollcall
public import RollcallWire

/// A loop that simulated people walk or drive, with timing: where they are at any time after they set out.
public struct Route: Equatable, Sendable {
  /// Where somebody is on a route, and how they move there.
  public struct Place: Equatable, Sendable {
    /// Where.
    public var position: Position
    /// Metres per second.
    public var speed: Double
    /// Degrees clockwise from north, 0…360; `nil` while standing.
    public var heading: Double?
  }

  private let points: [GPXTrack.Point]
  private let offsets: [Milliseconds]

  /// The route along a recorded track; `nil` when the track has fewer than two points.
  public init?(_ track: GPXTrack) {
    guard track.points.count >= 2 else { return nil }
    points = track.points
    offsets = TrackReplay.timeline(track.points)
  }

  /// How long one round takes, milliseconds, at least 1.
  public var duration: Milliseconds { max(1, offsets.last ?? 1) }

  /// The place `elapsed` milliseconds after setting out; after the last point the loop begins again.
  public func place(after elapsed: Milliseconds) -> Place? {
    let offset = ((elapsed % duration) + duration) % duration
    let after = firstIndex(beyond: offset)
    guard after > 0, points.indices.contains(after) else {
      return points.first.map { Place(position: $0.position, speed: 0, heading: nil) }
    }
    let leg = offsets[after] - offsets[after - 1]
    let share = leg > 0 ? Double(offset - offsets[after - 1]) / Double(leg) : 0
    return Self.place(
      between: points[after - 1].position, and: points[after].position, share: share,
      seconds: Double(leg) / 1_000)
  }

  /// The first point that lies later than `offset`, by bisection.
  private func firstIndex(beyond offset: Milliseconds) -> Int {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = low + (high - low) / 2
      if offsets[middle] > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func place(
    between start: Position, and end: Position, share: Double, seconds: Double
  ) -> Place? {
    let north = (end.latitude - start.latitude) * Earth.metresPerDegree
    let east = (end.longitude - start.longitude) * Earth.metresPerDegree(atLatitude: start.latitude)
    let metres = (north * north + east * east).squareRoot()
    let here = Position(
      latitude: start.latitude + (end.latitude - start.latitude) * share,
      longitude: start.longitude + (end.longitude - start.longitude) * share)
    guard let here else { return nil }
    guard metres > 0, seconds > 0 else { return Place(position: here, speed: 0, heading: nil) }
    let degrees = atan2(east, north) * 180 / .pi
    return Place(position: here, speed: metres / seconds, heading: degrees < 0 ? degrees + 360 : degrees)
  }
}
