import DeviceKit

/// How far a fleet has come.
public struct FleetTally: Equatable, Sendable {
  /// Phones.
  public var phones = 0
  /// Phones whose app runs.
  public var running = 0
  /// Pings that they have recorded.
  public var recorded = 0
  /// Pings that have reached the server, however often.
  public var delivered = 0
  /// Pings that wait in the phones.
  public var waiting = 0

  /// Nothing.
  public init() {}
}

extension Fleet {
  /// How far the phones have come now.
  public func tally() async -> FleetTally {
    var tally = FleetTally()
    tally.phones = count
    for phone in phones {
      let counts = phone.diary.counts
      tally.recorded += counts.recorded
      tally.delivered += counts.delivered
      let own = await phone.waiting
      tally.waiting += own.pings
      tally.running += own.isRunning ? 1 : 0
    }
    return tally
  }
}

extension SimulatedPhone {
  /// How much waits in the phone, and whether its app runs. Of an ended app it is what it left.
  fileprivate var waiting: (pings: Int, isRunning: Bool) {
    guard let app else { return (diary.counts.waiting.count, false) }
    return ((try? app.queue.status().pings) ?? 0, app.running != nil)
  }
}
