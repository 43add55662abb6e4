import DeviceKit
public import Foundation
import Rollcall

/// Measures how fast a phone's queue accepts pings, one by one, for a benchmark that may kill the process at
/// any moment.
///
/// - Parameters:
///   - survivesPowerCut: Whether each is synced to disk; the end of the process costs nothing in either case.
///   - report: Called from time to time with the last saved number.
/// - Returns: How long it took, seconds.
/// - Throws: `DeviceStoreError`.
public func fillQueue(
  at file: URL, with count: Int, survivesPowerCut: Bool, report: (_ sequence: Int64) -> Void
) throws -> Double {
  let queue = try DeviceStore(path: file.path, durability: survivesPowerCut ? .full : .normal).queue(
    of: Responder.ID(1))
  let start = ContinuousClock.now
  for number in 0..<count {
    guard let place = Position(latitude: 46 + Double(number % 1_000) / 100_000, longitude: 14.5) else {
      break
    }
    var ping = Ping(position: place, isMock: .no)
    ping.recordedAt = Timestamp(milliseconds: 1_800_000_000_000 + Int64(number) * 1_000)
    ping.accuracy = 8.5
    ping.speed = 1.4
    ping.batteryLevel = 0.5
    let kept = try queue.append([ping]).sequences.last
    if number % 500 == 499, let kept { report(kept) }
  }
  let length = ContinuousClock.now - start
  return Double(length.components.seconds) + Double(length.components.attoseconds) / 1e18
}
