import Foundation
public import Rollcall
public import RollcallWire

/// A loop with times that simulated people walk or drive: tells where they are at any time after the start.
public struct Route: Equatable, Sendable {
  /// A person's place on a route, and their movement there.
  public struct Place: Equatable, Sendable {
    /// The position.
    public var position: Position
    /// Metres per second; 0 at rest.
    public var speed: Double
    /// Degrees clockwise from north, 0…360; `nil` at rest.
    public var heading: Double?
    /// How long they have been at rest, milliseconds; `nil` = moving.
    public var rest: Milliseconds?
    /// How long until they start moving or come to rest, milliseconds, at least 1; on the last leg until the
    /// loop begins again.
    public var untilTurn: Milliseconds
  }

  /// A point of a route, and when it is passed.
  public struct Station: Equatable, Sendable {
    /// The position.
    public var position: Position
    /// Milliseconds after setting out.
    public var at: Milliseconds

    /// Creates a station.
    public init(_ position: Position, at: Milliseconds) { (self.position, self.at) = (position, at) }
  }

  /// When a person comes to rest, or moves again.
  private struct Turn: Equatable {
    var at: Milliseconds
    var isRest: Bool
  }

  /// Slower than this, metres per second, counts as rest, because recorders write small speeds for people who
  /// stand.
  private static let slowest = 0.2

  private let stations: [Station]
  private let turns: [Turn]

  /// The route along a recorded track; `nil` when the track has fewer than two points.
  public init?(_ track: GPXTrack) {
    self.init(zip(track.points, TrackReplay.timeline(track.points)).map { Station($0.position, at: $1) })
  }

  /// The route through stations in the order of their times; `nil` when there are fewer than two.
  public init?(_ stations: [Station]) {
    guard stations.count >= 2 else { return nil }
    self.stations = stations
    turns = Self.turns(of: stations)
  }

  /// The length of one round, milliseconds, at least 1.
  public var duration: Milliseconds { max(1, stations.last?.at ?? 1) }

  /// The place `elapsed` milliseconds after the start; after the last point the loop begins again.
  public func place(after elapsed: Milliseconds) -> Place? {
    let offset = ((elapsed % duration) + duration) % duration
    let after = Self.count(of: stations, until: offset, by: \.at)
    let turn = Self.count(of: turns, until: offset, by: \.at)
    let isRest = turn > 0 && turns[turn - 1].isRest
    let next = turns.indices.contains(turn) ? turns[turn].at : duration
    let rest = isRest ? offset - turns[turn - 1].at : nil
    let untilTurn = max(1, next - offset)
    guard after > 0, stations.indices.contains(after) else {
      return stations.first.map {
        Place(position: $0.position, speed: 0, heading: nil, rest: rest ?? 0, untilTurn: untilTurn)
      }
    }
    return Self.place(
      at: offset, between: stations[after - 1], and: stations[after], rest: rest, untilTurn: untilTurn)
  }

  /// How many of them lie at `offset` or before it, by bisection.
  private static func count<Item>(
    of items: [Item], until offset: Milliseconds, by at: (Item) -> Milliseconds
  ) -> Int {
    var low = 0
    var high = items.count
    while low < high {
      let middle = low + (high - low) / 2
      if at(items[middle]) > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func turns(of stations: [Station]) -> [Turn] {
    var turns: [Turn] = []
    for (start, end) in zip(stations, stations.dropFirst()) where end.at > start.at {
      let isRest = speed(from: start, to: end) < slowest
      if turns.last?.isRest != isRest { turns.append(Turn(at: start.at, isRest: isRest)) }
    }
    return turns
  }

  private static func offset(_ start: Position, _ end: Position) -> (north: Double, east: Double) {
    (
      (end.latitude - start.latitude) * Earth.metresPerDegree,
      (end.longitude - start.longitude) * Earth.metresPerDegree(atLatitude: start.latitude)
    )
  }

  private static func speed(from start: Station, to end: Station) -> Double {
    let (north, east) = offset(start.position, end.position)
    let seconds = Double(end.at - start.at) / 1_000
    return seconds > 0 ? (north * north + east * east).squareRoot() / seconds : 0
  }

  private static func place(
    at offset: Milliseconds, between start: Station, and end: Station, rest: Milliseconds?,
    untilTurn: Milliseconds
  ) -> Place? {
    let leg = end.at - start.at
    let share = leg > 0 ? Double(offset - start.at) / Double(leg) : 0
    let here = Position(
      latitude: start.position.latitude + (end.position.latitude - start.position.latitude) * share,
      longitude: start.position.longitude + (end.position.longitude - start.position.longitude) * share)
    guard let here else { return nil }
    let speed = speed(from: start, to: end)
    guard rest == nil, speed > 0 else {
      return Place(position: here, speed: 0, heading: nil, rest: rest ?? 0, untilTurn: untilTurn)
    }
    let (north, east) = Self.offset(start.position, end.position)
    let degrees = atan2(east, north) * 180 / .pi
    return Place(
      position: here, speed: speed, heading: degrees < 0 ? degrees + 360 : degrees, rest: nil,
      untilTurn: untilTurn)
  }
}
