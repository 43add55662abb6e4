import Foundation
public import Rollcall
import RollcallWire

extension Route {
  /// A made-up way along the streets of a town: straight from corner to corner, with a stop here and there, and back to
  /// where it began.
  ///
  /// - Parameters:
  ///   - town: Somewhere in the middle of the town.
  ///   - seed: Another one is another way.
  public static func onGrid(around town: Position, seed: UInt64) -> Route? {
    var random = SmallRandom(seed: seed &* 7_919 &+ 17)
    // Blocks of 80 m; somebody walks, somebody drives.
    let speed = Double.random(in: 0..<1, using: &random) < 0.7 ? 1.4 : 8.0
    var corner = (
      north: Int.random(in: -20...20, using: &random), east: Int.random(in: -20...20, using: &random)
    )
    let home = corner
    var seconds = 0.0
    var points: [GPXTrack.Point] = []
    func stand() {
      let metres = Earth.metresPerDegree(atLatitude: town.latitude)
      let place = Position(
        latitude: town.latitude + Double(corner.north) * 80 / Earth.metresPerDegree,
        longitude: town.longitude + Double(corner.east) * 80 / metres)
      guard let place else { return }
      points.append(
        GPXTrack.Point(position: place, time: Timestamp(milliseconds: Int64((seconds * 1_000).rounded()))))
    }
    func go(north: Int, east: Int) {
      corner = (corner.north + north, corner.east + east)
      seconds += 80 / speed
      stand()
    }
    stand()
    for _ in 0..<60 {
      let step = Bool.random(using: &random) ? 1 : -1
      if Bool.random(using: &random) { go(north: step, east: 0) } else { go(north: 0, east: step) }
      guard Double.random(in: 0..<1, using: &random) < 0.1 else { continue }
      seconds += Double.random(in: 60...600, using: &random).rounded()
      stand()
    }
    while corner.north != home.north { go(north: corner.north < home.north ? 1 : -1, east: 0) }
    while corner.east != home.east { go(north: 0, east: corner.east < home.east ? 1 : -1) }
    return Route(GPXTrack(points: points))
  }
}
