import Rollcall
import RollcallWire

extension Sender {
  /// Tells one notice, or several device events together, once.
  func send(_ notices: [QueuedNotice], from queue: DeviceQueue) async throws {
    guard let first = notices.first else { return }
    let outcome = await tell(first, notices, of: queue.owner)
    let refusal = await settle(outcome)
    if case .done = outcome {
      try queue.remove(notices)
    } else if let refusal {
      try await take(refusal, for: notices, from: queue)
    }
  }

  private func tell(
    _ first: QueuedNotice, _ notices: [QueuedNotice], of owner: Responder.ID
  ) async -> Outcome<Void> {
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
    }
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
    default:
      return fail(.refused, after: nil)
    }
    for notice in notices { await tell(.refused(notice.notice, refusal)) }
  }
}

extension QueuedNotice {
  fileprivate var event: DeviceEvent? {
    guard case .event(let kind) = notice else { return nil }
    return DeviceEvent(id: id, kind: kind, at: at)
  }
}
