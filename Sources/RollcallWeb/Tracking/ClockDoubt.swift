import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

// While the server's clock is in doubt, it makes no decision that a phone could not undo.
extension UploadWeb {
  /// When to ask again, seconds.
  static let doubtWait = 30
  static let doubtWords = "The server's clock is in doubt, try again"

  /// The phone must send it again: it cannot be dated, or a clock that may be wrong would refuse it.
  static var clockInDoubt: Response {
    Answer.refusal(.serviceUnavailable, .unavailable, doubtWords, retryAfter: doubtWait)
  }

  /// Whether a refusal may be the fault of the server's clock.
  func mayBlameClock(_ error: WireError) -> Bool {
    guard store.clockDoubt != nil, case .invalid(let faults) = error else { return false }
    return faults.contains { $0.rule == Self.tooFar }
  }

  /// The same for members of an upload.
  func mayBlameClock(_ errors: [PingError]) -> Bool {
    store.clockDoubt != nil && errors.contains { $0.rule == Self.tooFar }
  }

  private static let tooFar = "too_far"

  /// Whether all of an upload can be stored correctly, whatever the result of the clock's doubt.
  func canDate(_ request: BatchRequest) -> Bool {
    guard store.clockDoubt != nil else { return true }
    guard !mayBlameClock(request.errors) else { return false }
    let times = request.batch.pings.compactMap(\.recordedAt)
    let hasUndated = times.count < request.batch.pings.count
    return store.canDate(times + [request.batch.sentAt].compactMap(\.self), hasUndated: hasUndated)
  }

  /// The same for a report of a foreign app.
  func canDate(_ report: AdapterReport) -> Bool {
    guard store.clockDoubt != nil else { return true }
    guard !report.drops.contains(.clockError) else { return false }
    let said = report.pings.map(\.recordedAt) + report.signs.map(\.madeAt)
    let times = said.compactMap(\.self)
    let others = [report.saidAt].compactMap(\.self) + report.events.map(\.at) + report.notes.map(\.at)
    return store.canDate(times + others, hasUndated: times.count < said.count)
  }
}
