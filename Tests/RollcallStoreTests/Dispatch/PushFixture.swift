import Rollcall
import RollcallStore
import Testing

/// Waking phones on a test's store.
extension TestPhone {
  /// Registers an address, as the app does.
  @discardableResult
  func register(_ service: PushService, _ token: String, at seconds: Double? = nil) async throws -> TestPhone
  {
    if let seconds { fixture.clock.set(seconds) }
    let _: Void = try await told {
      fixture.store.push.savePushToken(service: service, token: token, from: session, done: $0)
    }
    return self
  }

  func unregister(_ service: PushService) async throws {
    let _: Void = try await told {
      fixture.store.push.dropPushToken(service: service, from: session, done: $0)
    }
  }

  /// The ways by which they can be woken: `expo`, `fcm gone: …`.
  var ways: [String] {
    get throws {
      try fixture.store.push.pushChannels(of: id, in: session.workspace).map { way in
        let reason = way.goneReason.map { " gone: \($0)" } ?? (way.isLoggedOut ? " logged out" : "")
        return way.service.rawValue + reason
      }
    }
  }
}

extension TestStore {
  /// What is due now: `offer expo`, …
  func due(at seconds: Double? = nil) throws -> [String] {
    if let seconds { clock.set(seconds) }
    return try store.push.duePushJobs(limit: 1_000).map { "\($0.kind.rawValue) \($0.service.rawValue)" }
  }

  /// The only message that is due.
  func job(at seconds: Double? = nil) throws -> PushJob {
    if let seconds { clock.set(seconds) }
    let due = try store.push.duePushJobs(limit: 1_000)
    return try #require(due.count == 1 ? due.first : nil, "\(due.count) are due")
  }

  func record(_ result: DeliveryResult, of job: PushJob, chance: Double = 0, at seconds: Double? = nil) throws
  {
    if let seconds { clock.set(seconds) }
    try store.push.record(result, of: job.id, chance: chance)
  }

  /// What the incident's log says of messages, from its beginning.
  func pushLog(_ incident: Incident.ID) throws -> [String] {
    try file(incident).log.reversed().compactMap { step in
      switch step.kind {
      case .pushed: "taken: \(step.detail)"
      case .pushFailed: "failed: \(step.detail)"
      case .pushGone: "gone: \(step.detail)"
      case .sent: "sent: \(step.detail)"
      default: nil
      }
    }
  }

  func jobStates() throws -> [String] {
    try texts(
      """
      SELECT kind || ' ' || provider || ' ' || push_job.state FROM push_job
      JOIN push_channel ON push_channel.id = channel_id ORDER BY push_job.id
      """)
  }
}

/// Tokens of the right shape.
enum Token {
  static let expo = "ExponentPushToken[aaaaaaaaaaaaaaaaaaaaaa]"
  static let fcm = "fcm:token-1"
  static let ntfy = "rc-topic"
}
