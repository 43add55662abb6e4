import DeviceKit
import Rollcall
import RollcallWire
import Synchronization

/// The connection of one phone to the server, with its faults. Records what the server has accepted.
final class PhoneLink: HTTPSending {
  struct NoNetwork: Error {}
  struct TimedOut: Error {}

  /// How long a request waits for its answer, milliseconds.
  private static let timeout: Milliseconds = 10_000
  /// The longest time that a network holds a request back, milliseconds.
  static let longestDelay: Milliseconds = 240_000
  /// How long after a change of network an answer may be lost, milliseconds.
  private static let unsettled: Milliseconds = 30_000

  private let behaviour: PhoneBehaviour
  private let start: Timestamp
  private let world: PhoneWorld
  private let diary: PhoneDiary
  private let random: Mutex<SmallRandom>
  /// An address in a network without an owner, for a phone that has none.
  private let ownAddress: String
  /// The handover whose answer was already lost; and pings whose answers were lost.
  private let lostAt = Mutex<Milliseconds>(.min)

  init(
    _ behaviour: PhoneBehaviour, start: Timestamp, _ world: PhoneWorld, _ diary: PhoneDiary,
    of owner: Responder.ID, seed: UInt64
  ) {
    let number = UInt64(bitPattern: owner.rawValue)
    ownAddress = "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    self.behaviour = behaviour
    self.start = start
    self.world = world
    self.diary = diary
    random = Mutex(SmallRandom(seed: seed))
  }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    let sent = world.clock.now()
    let elapsed = sent.since(start)
    guard behaviour.hasNetwork(at: elapsed) else { throw NoNetwork() }
    if behaviour.suffers(.captivePortal, at: elapsed) { return Self.loginPage }
    if behaviour.suffers(.lateDelivery, at: elapsed), Self.mayLinger(call), happens(0.3) {
      deliverLater(call, sent: sent)
      try await world.clock.sleep(Self.timeout)
      throw TimedOut()
    }
    let answer = try await deliver(call, sent: sent)
    if behaviour.suffers(.duplicates, at: elapsed), happens(0.3) {
      _ = try? await deliver(call, sent: sent)
    }
    if losesAnswer(at: elapsed) {
      try await world.clock.sleep(Self.timeout)
      throw TimedOut()
    }
    return answer
  }

  /// A captive portal's answer to everything.
  private static let loginPage = HTTPAnswer(
    status: 200, headers: ["Content-Type": "text/html"],
    body: Array("<!DOCTYPE html><title>Welcome</title><p>Please log in.".utf8))

  /// Whether a request may be delayed: reports may, logins may not.
  private static func mayLinger(_ call: HTTPCall) -> Bool {
    call.method != "GET" && !call.path.hasPrefix("/app/v1/auth/")
  }

  private func losesAnswer(at elapsed: Milliseconds) -> Bool {
    if behaviour.suffers(.lostAnswers, at: elapsed) { return happens(0.5) }
    let handover = behaviour.spells.last {
      $0.trouble == .handover && $0.until <= elapsed && elapsed - $0.until < Self.unsettled
    }
    guard let handover else { return false }
    return lostAt.withLock { last in
      defer { last = handover.until }
      return last != handover.until
    }
  }

  private func happens(_ chance: Double) -> Bool {
    random.withLock { Double.random(in: 0..<1, using: &$0) < chance }
  }

  /// A router holds the request back, and delivers it long after the phone has given up.
  private func deliverLater(_ call: HTTPCall, sent: Timestamp) {
    let wait = random.withLock { Milliseconds.random(in: 11_000...Self.longestDelay, using: &$0) }
    _ = world.clock.tasks.start { [self] in
      do {
        try await world.clock.sleep(wait)
        _ = try await deliver(call, sent: sent)
      } catch {}
    }
  }

  private func deliver(_ call: HTTPCall, sent: Timestamp) async throws -> HTTPAnswer {
    var call = call
    if world.tellsAddresses {
      let address = behaviour.address(at: world.clock.now().since(start))
      call.headers["X-Forwarded-For"] = address ?? ownAddress
    }
    let answer = try await world.network.send(call)
    // A request without a valid session, or one that was postponed, is not a contact.
    if ![401, 429, 503].contains(answer.status), call.path.hasPrefix("/app/"), !Self.isNoContact(call.path) {
      record(call, sent: sent, isTaken: (200..<300).contains(answer.status))
    }
    return answer
  }

  private static func isNoContact(_ path: String) -> Bool {
    path == "/app/v1/auth/otp" || path == "/app/v1/auth/logout"
  }

  private func record(_ call: HTTPCall, sent: Timestamp, isTaken: Bool) {
    let now = world.clock.now()
    var heard = PhoneDiary.Heard(at: now)
    heard.sent = sent
    if isTaken {
      switch call.path {
      case "/app/v1/locations/batch":
        if let batch = try? BatchRequest.decode(bytes: call.body, now: now, mockRequired: true).batch {
          heard.pings = batch.pings
          heard.telemetry = batch.telemetry
          heard.sentAt = batch.sentAt
          heard.key = call.headers["X-Idempotency-Key"]
        }
      case "/app/v1/device-events":
        heard.events = (try? DeviceEventsRequest.decode(bytes: call.body, now: now).events) ?? []
      case "/app/v1/duty":
        let told = try? DutyRequest.decode(bytes: call.body, now: now)
        (heard.duty, heard.dutyAt) = (told?.state, told?.at)
      case "/app/v1/auth/token": heard.isLogin = true
      default: break
      }
    }
    diary.record(heard)
  }
}
