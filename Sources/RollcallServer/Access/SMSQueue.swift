import Foundation
import Logging
import Push
import Rollcall
import RollcallStore
import RollcallWeb
import Synchronization

/// Brings codes for logins to phones: a short queue in memory, because a code lives but five minutes, and a phone that
/// was not reached asks again. Neither numbers nor codes are logged, unless that is asked for by name.
final class SMSQueue: Sendable {
  /// What became of a code.
  enum End: String, CaseIterable { case sent, failed, dropped, noGateway = "no_gateway", logged }

  /// What it does outside.
  struct Acts: Sendable {
    /// Hands a message to the gateway; `nil` = there is none.
    var send: (@Sendable (SMSMessage) -> SMSSender.Outcome)?
    /// Ends a call under way.
    var stop: @Sendable () -> Void = {}
    /// Prints a code, for development; `nil` = never.
    var print: (@Sendable (OTPMessage) -> Void)?
    /// Tells the operator.
    var report: @Sendable (String) -> Void
    /// How long to rest before the second and the third try, milliseconds.
    var rests = [1_000, 5_000]
  }

  private struct State {
    var waiting: [SMSMessage] = []
    var ends: [End: Int] = [:]
    var hasComplained = false
  }

  /// The most codes that wait.
  static let limit = 1_000

  private let acts: Acts
  private let state = Mutex(State())
  private let ready = DispatchSemaphore(value: 0)
  private let loop = BackgroundLoop("text messages")
  private let stopping = Atomic(false)

  init(_ acts: Acts) { self.acts = acts }

  /// What the web floor is given.
  var delivery: OTPDelivery {
    OTPDelivery(
      send: { self.add($0) },
      counts: {
        let ends = self.state.withLock { $0.ends }
        return End.allCases.map { ($0.rawValue, ends[$0, default: 0]) }
      })
  }

  func start() {
    loop.start { [self] in
      while true {
        ready.wait()
        guard !hasStopped else { return }
        let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        if let next { bring(next) }
      }
    }
  }

  /// Ends within about a second; what waits is not sent any more. Blocks.
  func stop() {
    stopping.store(true, ordering: .sequentiallyConsistent)
    acts.stop()
    ready.signal()
    loop.stop()
  }

  /// Takes a code; returns at once.
  func add(_ message: OTPMessage) {
    if let print = acts.print {
      print(message)
      return count(.logged)
    }
    guard acts.send != nil else {
      complainOnce("a phone wants to log in by number, but no SMS gateway is set up: codes are not sent")
      return count(.noGateway)
    }
    let text = SMSMessage(
      id: "otp_" + UUID().uuidString.lowercased(), to: message.number.text,
      text: "\(message.code) is your code for \(message.workspace). It is valid for five minutes.",
      expiresAt: message.expiresAt.milliseconds)
    let isTaken = state.withLock { state in
      guard state.waiting.count < Self.limit else { return false }
      state.waiting.append(text)
      return true
    }
    if isTaken { ready.signal() } else { count(.dropped) }
  }

  private func bring(_ message: SMSMessage) {
    guard let send = acts.send else { return }
    for rest in acts.rests.map(Optional.some) + [nil] {
      switch send(message) {
      case .accepted: return count(.sent)
      case .refused(let reason):
        acts.report("a code is not sent: \(reason)")
        return count(.failed)
      case .retry(let reason):
        guard let rest, !hasStopped, loop.rest(rest) else {
          acts.report("a code is not sent: \(reason)")
          return count(.failed)
        }
      }
    }
  }

  private var hasStopped: Bool { stopping.load(ordering: .sequentiallyConsistent) }

  private func count(_ end: End) { state.withLock { $0.ends[end, default: 0] += 1 } }

  private func complainOnce(_ words: String) {
    let isFirst = state.withLock { state in
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
    if isFirst { acts.report(words) }
  }
}

extension SMSQueue.Acts {
  /// Acts of a server.
  init(_ keys: SMSKeys, clock: @escaping @Sendable () -> Timestamp, _ logger: Logger) throws(SettingsError) {
    let sender = try keys.settings().map { settings in SMSSender(settings, clock: { clock().milliseconds }) }
    self.init(report: { logger.error("\($0)") })
    if let sender {
      send = { sender.send($0) }
      stop = { sender.stop() }
    }
    if keys.printsToLog {
      print = { logger.warning("otp_to_log: the code for \($0.number.text) is \($0.code)") }
    }
  }
}
