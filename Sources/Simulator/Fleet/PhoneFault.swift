public import Rollcall

/// A temporary fault of a phone, its app, its position or its network.
public enum PhoneFault: String, CaseIterable, Codable, Sendable {
  /// No network: everything waits in the phone, and is sent when the network is back.
  case network
  /// No network, and no position either.
  case tunnel
  /// A network whose login page answers every request in the server's place.
  case captivePortal = "captive_portal"
  /// From one network to another: some seconds without, and the first answer on the new one is lost.
  case handover
  /// The server's answers do not arrive.
  case lostAnswers = "lost_answers"
  /// The network delivers requests twice.
  case duplicates
  /// Requests arrive minutes after the phone has given up, behind later ones.
  case lateDelivery = "late_delivery"
  /// The person revoked the permission: no fixes, and nothing wakes the app any more.
  case permission
  /// Location services are off: no fixes, and nothing wakes the app any more.
  case location
  /// The system ended the app, which can report that only when it is opened again.
  case killed
  /// The app hangs: nothing happens, and it is never reported.
  case silent
  /// The phone saves power.
  case lowPower = "low_power"
  /// The session has expired, until the responder logs in again.
  case session
  /// The phone's clock is wrong.
  case clockSkew = "clock_skew"
  /// The receiver finds no position, as in a cellar; the app continues to report that it is there.
  case noFix = "no_fix"
  /// An app fabricates positions, and the phone reports that.
  case mock
  /// An app repeats one position while the person supposedly moves.
  case frozen
  /// The positions are too far apart to be reached in the time.
  case leap
  /// The receiver has no position and reports (0, 0).
  case nullIsland = "null_island"
  /// The receiver calls its own fixes invalid.
  case invalidFix = "invalid_fix"
  /// Fixes are numbered and then lost for good.
  case lostPings = "lost_pings"
}

/// A fault from one time to another. Times are milliseconds after the live start; negative = in the past.
public struct Spell: Equatable, Sendable {
  /// The kind of fault.
  public var trouble: PhoneFault
  /// Its first millisecond.
  public var from: Milliseconds
  /// The first millisecond after it; `.max` = without end.
  public var until: Milliseconds
  /// The amount: for a clock how far it is ahead (negative = behind), milliseconds. Otherwise 0.
  public var amount: Milliseconds

  /// Creates a spell.
  public init(
    _ trouble: PhoneFault, from: Milliseconds, until: Milliseconds = .max, amount: Milliseconds = 3_600_000
  ) {
    self.trouble = trouble
    self.from = from
    self.until = max(from, until)
    self.amount = amount
  }

  func contains(_ elapsed: Milliseconds) -> Bool { elapsed >= from && elapsed < until }
}

/// A battery that runs empty at a steady rate; then the phone is off until it is charged.
public struct BatteryDrain: Equatable, Sendable {
  /// Where it begins, 0…1.
  public var level: Double
  /// When it starts, milliseconds after the live start; before that it is charged and healthy.
  public var from: Milliseconds
  /// When it is empty.
  public var until: Milliseconds
  /// When it is charged and the phone starts again; `nil` = never.
  public var charged: Milliseconds?

  /// Creates a drain.
  public init(level: Double, from: Milliseconds, until: Milliseconds, charged: Milliseconds? = nil) {
    self.level = level.isFinite ? min(1, max(0.01, level)) : 1
    self.from = from
    self.until = max(from, until)
    self.charged = charged.map { max(until, $0) }
  }

  /// Whether the phone is off.
  func isDead(_ elapsed: Milliseconds) -> Bool { elapsed >= until && elapsed < charged ?? .max }

  /// The level during the drain, 0.01…1; `nil` before and after.
  func level(at elapsed: Milliseconds) -> Double? {
    guard elapsed >= from, elapsed < charged ?? .max else { return nil }
    let whole = Double(until) - Double(from)
    let share = whole > 0 ? min(1, (Double(elapsed) - Double(from)) / whole) : 1
    return max(0.01, level - (level - 0.01) * share)
  }
}
