public import Rollcall
import RollcallWire

/// The position that a check-in or check-out is proved by, as it is going to be sent.
public struct VisitProof: Equatable, Sendable {
  /// A ping as JSON.
  let body: [UInt8]

  init(body: [UInt8]) { self.body = body }

  /// A position taken at the outlet, with its accuracy.
  public init(_ ping: Ping) { body = Batch(pings: [ping.sayable]).encodeSingle() }
}

extension RollcallDevice {
  /// Asks for the responder's visits, from yesterday's to the day after tomorrow's.
  ///
  /// - Returns: `nil` when the server cannot be asked now.
  public func fetchVisits() async -> [PlannedVisit]? {
    guard case .done(let visits) = await sender.ask({ await $0.visits() }) else { return nil }
    return visits
  }

  /// The responder has come to an outlet or leaves it. Told when the server can be reached; what it proves comes as
  /// ``DeviceNews/checked(_:of:_:)``.
  ///
  /// - Parameter fix: Where they are, as exactly as the platform says; a visit far away, or a position that is made up,
  ///   is not verified.
  /// - Throws: `DeviceStoreError`, `LoggedOut`; nothing is kept then.
  public func check(_ step: Visit.Step, of visit: Visit.ID, at fix: Ping) async throws {
    _ = try loggedIn
    var fix = fix
    fix.recordedAt = fix.recordedAt ?? clock.now()
    fix.visitID = visit.rawValue
    try keep([.check(step, of: visit, proof: VisitProof(fix))], at: clock.now())
    await sender.wake()
    continuation.yield(.changed)
  }
}
