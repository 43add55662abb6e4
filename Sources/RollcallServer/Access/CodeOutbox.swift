import Foundation
import Logging
import Push
import Rollcall
import RollcallStore
import RollcallWeb
import Synchronization

/// Login codes on their way to a gateway: in memory alone and not in the database, because a code opens a
/// login, lives only five minutes, and a phone that was not reached asks again. It is forgotten once it is
/// sent or given up.
///
/// Neither numbers nor codes are logged, unless the operator asks for that by name.
final class CodeOutbox: Outbox {
  /// The end of a code's delivery.
  enum End: String, CaseIterable { case sent, failed, dropped, noGateway = "no_gateway", logged }

  /// Its access to the outside.
  struct Acts: Sendable {
    /// Hands a message to the gateway; `nil` = there is none.
    var send: (@Sendable (SMSMessage) -> DeliveryResult)?
    /// Ends a call in progress.
    var stop: @Sendable () -> Void = {}
    /// Prints a code, for development; `nil` = never.
    var print: (@Sendable (OTPMessage) -> Void)?
    /// The text of a code's message.
    var text: @Sendable (OTPMessage) -> String
    /// Logs for the operator.
    var report: @Sendable (String) -> Void
    /// The time.
    var clock: @Sendable () -> Timestamp
  }

  /// A code waiting or being sent.
  struct Code: OutboxItem {
    let id: String
    let message: SMSMessage
    fileprivate(set) var delivery: Delivery

    /// All go to one gateway.
    var lane: Bool { true }
    var laneLimit: Int { 4 }
    var hasFollowers: Bool { false }
  }

  private struct State {
    var codes: [Code] = []
    var ends: [End: Int] = [:]
    var hasComplained = false
  }

  /// The most codes that wait.
  static let limit = 1_000

  private let acts: Acts
  private let state = Mutex(State())
  /// Raised when there is a code to send.
  let wake = Signal()

  init(_ acts: Acts) { self.acts = acts }

  /// The web floor's access to it.
  var otpDelivery: OTPDelivery {
    OTPDelivery(
      send: { self.add($0) },
      counts: {
        let ends = self.state.withLock { $0.ends }
        return End.allCases.map { ($0.rawValue, ends[$0, default: 0]) }
      })
  }

  /// Accepts a code; returns at once.
  func add(_ message: OTPMessage) {
    if let print = acts.print {
      print(message)
      return count(.logged)
    }
    guard acts.send != nil else {
      complainOnce("a phone wants to log in by number, but no SMS gateway is set up: codes are not sent")
      return count(.noGateway)
    }
    let id = "otp_" + UUID().uuidString.lowercased()
    let code = Code(
      id: id,
      message: SMSMessage(
        id: id, to: message.number.text,
        text: acts.text(message),
        expiresAt: message.expiresAt.milliseconds),
      delivery: Delivery(due: acts.clock(), expiresAt: message.expiresAt))
    let isTaken = state.withLock { state in
      guard state.codes.count < Self.limit else { return false }
      state.codes.append(code)
      return true
    }
    if isTaken { wake.raise() } else { count(.dropped) }
  }

  func due(limit: Int) -> [Code] {
    let now = acts.clock()
    return state.withLock { Array($0.codes.filter { $0.delivery.isDue(at: now) }.prefix(limit)) }
  }

  func untilDue() -> Milliseconds? {
    let now = acts.clock()
    return state.withLock { $0.codes.map(\.delivery.nextAt).filter { now < $0 }.min()?.since(now) }
  }

  func send(_ code: Code) -> DeliveryResult {
    acts.send?(code.message) ?? .refused(reason: "there is no gateway")
  }

  func settle(_ result: DeliveryResult, of code: Code) {
    let now = acts.clock()
    let step = state.withLock { state -> Delivery.Step in
      guard let index = state.codes.firstIndex(where: { $0.id == code.id }) else { return .ended }
      let step = state.codes[index].delivery.settle(result, by: .codes, at: now, chance: 0)
      if case .again = step { return step }
      state.codes.remove(at: index)
      return step
    }
    switch step {
    case .accepted: count(.sent)
    case .givenUp:
      acts.report("a code is not sent: \(result.reason)")
      count(.failed)
    case .again, .ended: break
    }
  }

  /// The sender refuses an expired code, which is then forgotten.
  func tidy() {}

  func stop() { acts.stop() }

  private func count(_ end: End) { state.withLock { $0.ends[end, default: 0] += 1 } }

  private func complainOnce(_ words: String) {
    let isFirst = state.withLock { state in
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
    if isFirst { acts.report(words) }
  }
}

extension CodeOutbox.Acts {
  /// Acts of a server.
  init(_ keys: SMSKeys, _ texts: MessageTexts, clock: @escaping @Sendable () -> Timestamp, _ logger: Logger)
    throws(SettingsError)
  {
    let sender = try keys.gateway().map { gateway in
      SMSSender(gateway, userAgent: Product.name, clock: { clock().milliseconds })
    }
    self.init(text: { texts.text(of: $0) }, report: { logger.error("\($0)") }, clock: clock)
    if let sender {
      send = { DeliveryResult(sender.send($0)) }
      stop = { sender.stop() }
    }
    if keys.printsToLog {
      // No warning: the page of the server shows those.
      print = { logger.notice("otp_to_log: the code for \($0.number.text) is \($0.code)") }
    }
  }
}
