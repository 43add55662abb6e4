import DeviceKit
import Rollcall

/// Carries out in real time what a simulated phone wants done: waits, sends, answers offers.
struct PhoneLoop: Sendable {
  let name: String
  let client: RollcallClient
  let clock: DeviceClock
  let backoff = Backoff(first: 1_000, longest: 15_000)

  /// Runs until the task is cancelled or the session ends.
  func run(_ phone: SimulatedPhone, _ report: @Sendable (String) -> Void) async {
    var phone = phone
    var desk = OfferDesk(habit: phone.behaviour.offers)
    var failures = 0
    do {
      while true {
        let now = clock.now()
        phone.live(until: now)
        let wait = try await sendAll(from: &phone, &desk, &failures, report)
        try await answerOffers(&desk, &phone)
        let next = min(phone.nextWake, desk.nextWake(phone, at: clock.now()))
        try await clock.sleep(min(max(wait, 0), max(100, next.since(clock.now()))))
      }
    } catch is CancellationError {
      return
    } catch {
      report("\(name) stops: \(error)")
    }
  }

  /// Sends what waits; returns how long to wait at most before the next attempt, milliseconds.
  private func sendAll(
    from phone: inout SimulatedPhone, _ desk: inout OfferDesk, _ failures: inout Int,
    _ report: @Sendable (String) -> Void
  ) async throws -> Milliseconds {
    while let action = phone.action(at: clock.now()) {
      try Task.checkCancellation()
      switch await client.send(action, sentAt: phone.clock(at: clock.now())) {
      case .done(let offers):
        failures = 0
        phone.finish(action)
        desk.note(offers, at: clock.now(), random: clock.random())
      case .tryLater(let after, _):
        failures += 1
        return backoff.wait(after: failures, retryAfter: after, random: clock.random())
      case .refused(let refusal):
        if refusal.endsSession { throw refusal }
        // Never to be taken: a phone that kept it would send nothing else for ever.
        report("\(name): \(refusal)")
        phone.finish(action)
      }
    }
    return .max
  }

  /// Fetches offers as a phone does that a push message wakes, and gives the answers that are due.
  private func answerOffers(_ desk: inout OfferDesk, _ phone: inout SimulatedPhone) async throws {
    let now = clock.now()
    guard phone.isReachable(at: now) else { return }
    if desk.isFetchDue(phone, at: now) {
      switch await client.offers() {
      case .done(let offers): desk.note(offers, at: clock.now(), random: clock.random())
      case .refused(let refusal):
        if refusal.endsSession { throw refusal }
        desk.isClosed = true
      case .tryLater: break
      }
      desk.fetched(at: now)
    }
    while let due = desk.take(at: clock.now()) {
      // What is refused is no longer theirs to answer.
      if case .done = await client.answer(
        offer: due.offer, due.answer, at: phone.clock(at: clock.now()), reason: due.reason),
        due.answer == .accept
      {
        // As the server names it, so that both speak of one order.
        phone.take(order: "INC-\(due.incident.rawValue)", at: clock.now())
      }
    }
  }
}
