import DeviceKit

/// The progress of a fleet.
public struct FleetTally: Equatable, Sendable {
  /// Phones.
  public var phones = 0
  /// How many phones have a running app.
  public var running = 0
  /// Pings that they have recorded.
  public var recorded = 0
  /// How many pings have reached the server, repeats included.
  public var delivered = 0
  /// How many pings wait in the phones.
  public var waiting = 0

  /// Nothing.
  public init() {}
}

extension Fleet {
  /// The progress of the phones now.
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
  /// How much waits in the phone, and whether its app runs. For an ended app, what it left.
  fileprivate var waiting: (pings: Int, isRunning: Bool) {
    guard let app else { return (diary.counts.waiting.count, false) }
    return ((try? app.queue.status().pings) ?? 0, app.running != nil)
  }
}
