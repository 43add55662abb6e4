import DeviceKit
public import Rollcall
import Synchronization

/// A message that a server hands to the push service.
public struct SimulatedPushMessage: Equatable, Sendable {
  /// The phone's push address.
  public var address: String
  /// The data handed to the app.
  public var data: [String: String]
  /// The last instant at which it is useful.
  public var expiresAt: Timestamp

  /// Creates a message.
  public init(address: String, data: [String: String], expiresAt: Timestamp) {
    (self.address, self.data, self.expiresAt) = (address, data, expiresAt)
  }
}

/// A simulated push service. It delivers a message after some seconds, rarely after a minute, loses some,
/// keeps those for unreachable phones until they expire, and is down for a while each day.
public final class SimulatedPushService: Sendable {
  /// The share of lost messages, 0…1.
  private static let lostShare = 0.02
  /// The share of messages late by up to a minute, 0…1.
  private static let lateShare = 0.05
  /// How often a message is retried that a phone does not accept, milliseconds.
  private static let pause: Milliseconds = 5_000

  private struct State {
    var random: SmallRandom
    var phones: [String: SimulatedPhone] = [:]
    var world: PhoneWorld?
    var accepted = 0
    var refused = 0
  }

  private let outages: [TimeSpan]
  private let state: Mutex<State>

  /// Creates a service without phones.
  ///
  /// - Parameter outages: When it accepts no messages.
  public init(outages: [TimeSpan] = [], seed: UInt64) {
    self.outages = outages
    state = Mutex(State(random: SmallRandom(seed: seed &* 69_621 &+ 5)))
  }

  /// The outages of a service in a run: twice a day, for 10 to 30 minutes.
  public static func outages(in span: TimeSpan, seed: UInt64) -> [TimeSpan] {
    var random = SmallRandom(seed: seed &* 16_807 &+ 3)
    let half: Milliseconds = 43_200_000
    return stride(from: 0, to: Int(span.length), by: Int(half)).compactMap { begin in
      let length = Milliseconds.random(in: 600_000...1_800_000, using: &random)
      let from = Milliseconds(begin) + Milliseconds.random(in: 0...(half - length), using: &random)
      return from + length < span.length
        ? TimeSpan(from: span.from.advanced(by: from), to: span.from.advanced(by: from + length)) : nil
    }
  }

  /// How many messages it has accepted and refused.
  public var counts: (accepted: Int, refused: Int) { state.withLock { ($0.accepted, $0.refused) } }

  /// The address of a responder's phone.
  static func address(of owner: Responder.ID) -> String { "ExponentPushToken[phone-\(owner.rawValue)]" }

  /// Connects a fleet's phones.
  func open(_ fleet: Fleet, in world: PhoneWorld) {
    state.withLock { state in
      state.world = world
      for phone in fleet.phones { state.phones[Self.address(of: phone.owner.responder)] = phone }
    }
  }

  /// Accepts a message; it is delivered later, or lost. Does not block.
  public func accept(_ message: SimulatedPushMessage, at now: Timestamp) -> DeliveryResult {
    guard !outages.contains(where: { $0.from <= now && now < $0.to }) else {
      state.withLock { $0.refused += 1 }
      return .retry(after: nil, reason: "the service is down")
    }
    let (phone, world, wait) = state.withLock { state in
      state.accepted += 1
      return (state.phones[message.address], state.world, Self.wait(&state.random))
    }
    guard let phone, let world else { return .gone(reason: "nobody is at this address") }
    if let wait {
      _ = world.clock.tasks.start { await Self.bring(message, to: phone, after: wait, in: world) }
    }
    return .accepted(id: nil)
  }

  /// How long a message takes, milliseconds; `nil` = it is lost.
  private static func wait(_ random: inout SmallRandom) -> Milliseconds? {
    let chance = Double.random(in: 0..<1, using: &random)
    guard chance >= lostShare else { return nil }
    return chance < lostShare + lateShare
      ? Milliseconds.random(in: 10_000...60_000, using: &random)
      : Milliseconds.random(in: 400...3_500, using: &random)
  }

  private static func bring(
    _ message: SimulatedPushMessage, to phone: SimulatedPhone, after wait: Milliseconds, in world: PhoneWorld
  ) async {
    var wait = wait
    while world.clock.now().advanced(by: wait) <= message.expiresAt {
      do { try await world.clock.sleep(wait) } catch { return }
      if await phone.receive(message.data, in: world) { return }
      wait = pause
    }
  }
}
