import Rollcall
import RollcallWire

extension Sender {
  /// Tells one notice, or several device events together, once.
  func send(_ notices: [QueuedNotice], from queue: DeviceQueue) async throws {
    guard let first = notices.first else { return }
    let outcome = try await tell(first, notices, from: queue)
    let refusal = await settle(outcome)
    if case .done = outcome {
      try queue.remove(notices)
    } else if let refusal {
      try await take(refusal, for: notices, from: queue)
    }
  }

  private func tell(
    _ first: QueuedNotice, _ notices: [QueuedNotice], from queue: DeviceQueue
  ) async throws -> Outcome<Void> {
    let owner = queue.owner
    switch first.notice {
    case .event:
      let events = notices.compactMap(\.event)
      return await session.call(of: owner) { await $0.tell(events) }
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
      if case .done(let verdict) = outcome { await tell(.checked(step, of: visit, verdict)) }
      return outcome.void
    case .activity(let activity):
      let outcome = await session.call(of: owner) { await $0.tell(notices, of: activity.event) }
      if case .done(let errors) = outcome { try await setAside(errors, of: notices, from: queue) }
      return outcome.void
    }
  }

  /// What of a request was not taken, while the rest was.
  private func setAside(_ errors: [PingError], of notices: [QueuedNotice], from queue: DeviceQueue)
    async throws
  {
    let refused = Set(errors.map(\.index).filter(notices.indices.contains)).sorted().map { notices[$0] }
    guard let reason = errors.first?.message, !refused.isEmpty else { return }
    try queue.setAside(refused, reason: reason, at: clock.now())
    await tell(.setAside(refused.count, reason: reason))
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

  private func take(_ refusal: Refusal, for notices: [QueuedNotice], from queue: DeviceQueue) async throws {
    switch refusal.status {
    case 400 where notices.count > 1:
      let indices = Set(refusal.errors.map(\.index).filter(notices.indices.contains))
      // Nothing was taken; the next request is without those that were named, or all are at fault.
      let refused = indices.isEmpty ? notices : indices.sorted().map { notices[$0] }
      try queue.setAside(refused, reason: refusal.description, at: clock.now())
    case 400, 404, 409, 413, 422:
      try queue.setAside(notices, reason: refusal.description, at: clock.now())
    case 403 where notices.first?.isActivity == true:
      // They do not take part in the event, or no longer: nothing else is held up by it.
      try queue.setAside(notices, reason: refusal.description, at: clock.now())
    default:
      return fail(.refused, after: nil)
    }
    for notice in notices { await tell(.refused(notice.notice, refusal)) }
  }
}

extension Outcome {
  /// Whether it was done, without what came of it.
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

  fileprivate var event: DeviceEvent? {
    guard case .event(let kind) = notice else { return nil }
    return DeviceEvent(id: id, kind: kind, at: at)
  }
}
