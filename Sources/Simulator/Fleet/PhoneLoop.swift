import DeviceKit
import Rollcall
import RollcallWire

/// Carries out in real time what a simulated phone wants done: waits, sends, answers offers.
struct PhoneLoop: Sendable {
  let name: String
  let client: RollcallClient
  let clock: DeviceClock
  let backoff = Backoff(first: 1_000, longest: 15_000)

  /// Runs until the task is cancelled or the session ends.
  func run(_ phone: SimulatedPhone, _ report: @Sendable (String) -> Void) async {
    var phone = phone
    var desk = OfferDesk(phone)
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
        note(offers, &desk, &phone)
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

  private func note(_ offers: [OfferMessage], _ desk: inout OfferDesk, _ phone: inout SimulatedPhone) {
    for incident in desk.note(offers, at: clock.now(), random: clock.random()) {
      phone.leave(order: Self.order(incident), at: clock.now())
    }
  }

  /// Fetches offers as a phone does that a push message wakes, and does what is due with them.
  private func answerOffers(_ desk: inout OfferDesk, _ phone: inout SimulatedPhone) async throws {
    let now = clock.now()
    guard phone.isReachable(at: now) else { return }
    if desk.isFetchDue(phone, at: now) {
      switch await client.offers() {
      case .done(let offers): note(offers, &desk, &phone)
      case .refused(let refusal):
        if refusal.endsSession { throw refusal }
        desk.isClosed = true
      case .tryLater: break
      }
      desk.fetched(at: now)
    }
    while let due = desk.take(at: clock.now()) {
      switch due.act {
      case .answer(let answer, let reason): await give(answer, reason, due, &desk, &phone)
      case .report(let report): await tell(report, due, &desk, &phone)
      }
    }
  }

  private func give(
    _ answer: OfferAnswer, _ reason: String?, _ due: OfferDesk.Due, _ desk: inout OfferDesk,
    _ phone: inout SimulatedPhone
  ) async {
    // What is refused is no longer theirs to answer.
    guard
      case .done = await client.answer(
        offer: due.offer, answer, at: phone.clock(at: clock.now()), reason: reason), answer == .accept
    else { return }
    phone.take(order: Self.order(due.incident), at: clock.now())
    if phone.behaviour.offers == .vanishes { phone.vanish(at: clock.now()) }
    desk.goes(due, at: clock.now())
  }

  private func tell(
    _ report: AssignmentReport, _ due: OfferDesk.Due, _ desk: inout OfferDesk, _ phone: inout SimulatedPhone
  ) async {
    switch await client.assignment() {
    case .done(let found?) where found.offer == due.offer:
      let outcome = await client.report(assignment: found.id, report, at: phone.clock(at: clock.now()))
      guard report == .complete, case .done = outcome else { return }
    case .done: break
    case .tryLater, .refused: return
    }
    desk.drop(due.offer)
    phone.leave(order: Self.order(due.incident), at: clock.now())
  }

  /// As the server names it, so that both speak of one order.
  private static func order(_ incident: Incident.ID) -> String { "INC-\(incident.rawValue)" }
}
