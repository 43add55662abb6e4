public import Rollcall
import SQL

extension Store {
  /// The doubt about the machine's clock, if there is one.
  public var clockDoubt: ClockDoubt? {
    _ = judged?.now
    return judged?.doubt
  }

  /// The machine's time, right or wrong: phones whose times are too far from it are told so.
  public var machineTime: Timestamp { judged?.wall ?? clock() }

  /// The time by which logins, links and keys expire: while the clock is in doubt, none of them does.
  public var lapsingTime: Timestamp { clockDoubt?.estimate ?? clock() }

  /// Whether data with these times can be stored correctly, whatever the result of a clock in doubt.
  ///
  /// - Parameters:
  ///   - times: by the phone's clock.
  ///   - hasUndated: whether something in it has no time.
  public func canDate(_ times: [Timestamp], hasUndated: Bool = false) -> Bool {
    guard let judged, clockDoubt != nil else { return true }
    return judged.verdict(on: times, hasUndated: hasUndated) != .wait
  }

  /// Ends a doubt about the machine's clock in the actor's name; `false` = there was none. Blocks.
  public func confirmClock(by actor: Actor) throws(StoreError) -> Bool {
    guard let doubt = clockDoubt, judged?.confirm() == true else { return false }
    try write { transaction in
      for id in try transaction.db.all("SELECT id FROM workspace ORDER BY id", as: Workspace.ID.self) {
        try transaction.audit(
          actor, "clock.confirm", subject: "clock",
          detail: "\(doubt.wall.rfc3339), expected \(doubt.estimate.rfc3339)", in: id)
      }
    }
    return true
  }
}

extension WriteTransaction {
  /// The doubt about the machine's clock, if there is one.
  var clockDoubt: ClockDoubt? { memory.clock?.doubt }

  /// The time by which logins, links and keys expire: while the clock is in doubt, none of them does.
  var lapsingTime: Timestamp { clockDoubt?.estimate ?? now }

  /// Whether fixes can be called fresh: not while the length of our absence is unknown.
  var knowsAges: Bool { clockDoubt?.knowsAges ?? true }

  /// Refuses data that has expired only by a clock in doubt: it would be lost.
  ///
  /// - Throws: `StoreError.unavailable`.
  func requireCertain(_ instant: Timestamp, within retention: Milliseconds) throws {
    guard let doubt = clockDoubt, doubt.latest.since(instant) > retention else { return }
    throw StoreError.clockInDoubt
  }

  /// Refuses anything that the clock decides against a phone while it is in doubt.
  ///
  /// - Throws: `StoreError.unavailable`.
  func requireCertainClock() throws {
    guard clockDoubt == nil else { throw StoreError.clockInDoubt }
  }
}

extension StoreError {
  /// The error for decisions that need the clock now.
  public static let clockInDoubt = StoreError.unavailable("the server's clock is in doubt")
}
