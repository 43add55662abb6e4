public import Rollcall
import RollcallWire

/// The position that proves a check-in or check-out, encoded as it will be sent.
public struct VisitProof: Equatable, Sendable {
  /// A ping as JSON.
  let body: [UInt8]

  init(body: [UInt8]) { self.body = body }

  /// A position taken at the outlet, with its accuracy.
  public init(_ ping: Ping) { body = Batch(pings: [ping.sayable]).encodeSingle() }
}

extension RollcallDevice {
  /// Fetches the responder's visits, from yesterday's to the day after tomorrow's.
  ///
  /// - Returns: `nil` when the server cannot be reached now.
  public func fetchVisits() async -> [PlannedVisit]? {
    guard case .done(let visits) = await sender.ask({ await $0.visits() }) else { return nil }
    return visits
  }

  /// Records a check-in at an outlet or a check-out. Sent when the server can be reached; the verdict arrives
  /// as ``DeviceNews/checked(_:of:_:)``.
  ///
  /// - Parameter fix: The position, as accurate as the platform has it. A position far away, or a mock one,
  ///   is not verified.
  /// - Throws: `DeviceStoreError`, `LoggedOut`; nothing is saved then.
  public func check(_ step: Visit.Step, of visit: Visit.ID, at fix: Ping) async throws {
    _ = try loggedIn
    var fix = fix
    fix.recordedAt = fix.recordedAt ?? clock.now()
    fix.visitID = visit.rawValue
    try save([.check(step, of: visit, proof: VisitProof(fix))], at: clock.now())
    await sender.wake()
    continuation.yield(.changed)
  }
}
