import Rollcall
import RollcallWire

extension Sender {
  /// Sends one notice, or several device events together, once.
  func send(_ notices: [QueuedNotice], from queue: DeviceQueue) async throws {
    guard let first = notices.first else { return }
    let outcome = try await deliver(first, notices, from: queue)
    let refusal = await handle(outcome)
    if case .done = outcome {
      try queue.remove(notices)
      mostNotices = .max
    } else if let refusal {
      try await handle(refusal, for: notices, from: queue)
    }
  }

  private func deliver(
    _ first: QueuedNotice, _ notices: [QueuedNotice], from queue: DeviceQueue
  ) async throws -> Outcome<Void> {
    let owner = queue.owner
    switch first.notice {
    case .event:
      let events = notices.compactMap(\.event)
      return await session.call(of: owner) { await $0.send(events) }
    case .duty(let state, let order):
      return await session.call(of: owner) {
        await $0.setDuty(state, at: first.at, id: first.id, order: order)
      }
    case .answer(let answer, let offer, let reason):
      return await session.call(of: owner) {
        await $0.answer(offer: offer, answer, at: first.at, reason: reason)
      }
    case .report(let report, let offer):
      return await self.report(report, of: offer, at: first.at, owner)
    case .check(let step, let visit, let proof):
      let outcome = await session.call(of: owner) { await $0.check(step, of: visit, proof) }
      if case .done(let receipt) = outcome {
        await publish(.checked(step, of: visit, receipt.verdict))
        await publish(offers: receipt.offers)
      }
      return outcome.void
    case .activity(let activity):
      let outcome = await session.call(of: owner) { await $0.send(notices, of: activity.event) }
      if case .done(let receipt) = outcome {
        try await setAside(receipt.errors, of: notices, from: queue)
        await publish(offers: receipt.offers)
      }
      return outcome.void
    }
  }

  /// Sets aside the rejected parts of a request whose rest was accepted.
  private func setAside(_ errors: [PingError], of notices: [QueuedNotice], from queue: DeviceQueue)
    async throws
  {
    let refused = Set(errors.map(\.index).filter(notices.indices.contains)).sorted().map { notices[$0] }
    guard let reason = errors.first?.message, !refused.isEmpty else { return }
    try queue.setAside(refused, reason: reason, at: clock.now())
    await publish(.setAside(refused.count, reason: reason))
  }

  /// A phone that was offline when its responder accepted learns the assignment's number only now.
  private func report(
    _ report: AssignmentReport, of offer: Offer.ID, at: Timestamp, _ owner: Responder.ID
  ) async -> Outcome<Void> {
    switch await session.call(of: owner, { await $0.assignment() }) {
    case .done(let assignment?) where assignment.offer == offer:
      return await session.call(of: owner) { await $0.report(assignment: assignment.id, report, at: at) }
    case .done:
      return .refused(Refusal(status: 409, code: .conflict, message: "The assignment is over"))
    case .tryLater(let after, let reason): return .tryLater(after: after, reason: reason)
    case .refused(let refusal): return .refused(refusal)
    }
  }

  private func handle(_ refusal: Refusal, for notices: [QueuedNotice], from queue: DeviceQueue) async throws {
    let named = Set(refusal.errors.map(\.index).filter(notices.indices.contains)).sorted()
    switch refusal.status {
    case 400 where notices.count > 1 && !named.isEmpty:
      // Nothing was accepted; the next request leaves out the ones that were named.
      try await setAside(named.map { notices[$0] }, for: refusal, from: queue)
    case 400 where notices.count > 1, 413 where notices.count > 1:
      // The request is too large, or one item is at fault: halving it finds out which.
      mostNotices = notices.count / 2
    case 400, 404, 409, 413, 422:
      try await setAside(notices, for: refusal, from: queue)
    case 403 where notices.first?.isActivity == true:
      // They do not take part in the event, or no longer do. Set the notices aside so that they do not block
      // others.
      try await setAside(notices, for: refusal, from: queue)
    default:
      fail(.refused, after: nil)
    }
  }

  private func setAside(_ notices: [QueuedNotice], for refusal: Refusal, from queue: DeviceQueue) async throws
  {
    try queue.setAside(notices, reason: refusal.description, at: clock.now())
    for notice in notices { await publish(.refused(notice.notice, refusal)) }
    let untold = notices.filter { !$0.isOfOffer }.count
    if untold > 0 { await publish(.setAside(untold, reason: refusal.description)) }
  }
}

extension Outcome {
  /// The same outcome without its value.
  fileprivate var void: Outcome<Void> {
    switch self {
    case .done: .done(())
    case .tryLater(let after, let reason): .tryLater(after: after, reason: reason)
    case .refused(let refusal): .refused(refusal)
    }
  }
}

extension QueuedNotice {
  fileprivate var isActivity: Bool {
    guard case .activity = notice else { return false }
    return true
  }

  /// Whether it answers an offer. Its refusal has a message of its own.
  fileprivate var isOfOffer: Bool {
    switch notice {
    case .answer, .report: true
    case .duty, .event, .check, .activity: false
    }
  }

  fileprivate var event: DeviceEvent? {
    guard case .event(let kind) = notice else { return nil }
    return DeviceEvent(id: id, kind: kind, at: at)
  }
}

/// Requests that do not depend on a queue: configuration, offers, visits. They are paced like everything else
/// that is sent.
extension Sender {
  /// Why nothing was asked.
  static let shut = "the server asks for patience, or somebody answers in its place"

  /// Whether nothing may be sent now: the server asked for a pause, or a captive portal answers in its place.
  func isShut() async -> Bool {
    if pace.mustWait(at: clock.now()) { return true }
    return await isInPortal()
  }

  /// Makes a request under the session, once.
  ///
  /// - Parameter owner: Whose name it is sent in; `nil` = the current owner.
  func ask<Value: Sendable>(
    of owner: Responder.ID? = nil, _ request: @Sendable (RollcallClient) async -> Outcome<Value>
  ) async -> Outcome<Value> {
    let before = await state
    let outcome = await answer(of: owner, request)
    if await state != before { await publishState() }
    return outcome
  }

  private func answer<Value: Sendable>(
    of owner: Responder.ID?, _ request: @Sendable (RollcallClient) async -> Outcome<Value>
  ) async -> Outcome<Value> {
    guard await !isShut() else { return .tryLater(after: nil, reason: Self.shut) }
    let outcome = await session.call(of: owner, request)
    switch outcome {
    case .done: pace.answered()
    case .tryLater(let after, let reason):
      if reason == RollcallClient.strangeAnswer { inPortal = true }
      if let after { fail(.busy, after: after) }
    case .refused(let refusal): if !refusal.isFromRollcall { inPortal = true }
    }
    return outcome
  }
}
