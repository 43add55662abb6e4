import Rollcall
import Testing

@Suite("One offer in any order of events")
struct OfferHistoryTests {
  /// What was sent, when, in random order of kinds; instants around the deadline too.
  private struct History {
    var events: [(event: OfferMachine.Event, at: Timestamp)]

    init(_ random: inout SplitMix) {
      var second = 0.0
      events = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        second += [0, 0.001, 1, 7, 8, 30].randomElement(using: &random) ?? 0
        return (OfferMachine.Event.allCases.randomElement(using: &random) ?? .sent, .at(second))
      }
    }
  }

  private struct Run: Equatable {
    var machine = OfferMachine(
      Offer(
        id: .init(1), incident: .init(2), responder: .init(3), distance: nil, queuedAt: .at(0),
        expiresAt: .at(30), deliverBy: .at(16)))
    var log: [OfferStep] = []
    var verdicts: [OfferMachine.Verdict] = []

    mutating func settle(at now: Timestamp) {
      if let step = machine.settle(at: now) { log.append(step) }
    }

    mutating func apply(_ event: OfferMachine.Event, at now: Timestamp) {
      let before = machine.offer
      let outcome = machine.apply(event, at: now)
      log += outcome.steps
      verdicts.append(outcome.verdict)
      #expect(
        (outcome.verdict == .taken) == outcome.steps.contains { $0.to != .expired && $0.to != .undelivered })
      if outcome.verdict == .again { #expect(machine.offer == before) }
    }
  }

  @Test("At most one final state, never left; the log is a chain, dated forward; loops change nothing")
  func histories() {
    var random = SplitMix(state: 2026)
    var ends: Set<Offer.State> = []
    for _ in 0..<20_000 {
      let history = History(&random)
      var run = Run()
      var watched = Run()
      var loop = Timestamp.at(0)
      for (event, at) in history.events {
        // A loop looks at any instants up to the event, one of them the event's own.
        while loop < at {
          watched.settle(at: loop)
          loop = loop.advanced(by: Int64.random(in: 1...9_000, using: &random))
        }
        if Bool.random(using: &random) { watched.settle(at: at) }
        run.apply(event, at: at)
        watched.apply(event, at: at)
      }
      run.settle(at: .at(1_000))
      watched.settle(at: .at(1_000))
      #expect(run == watched, "the log depends on when a loop ran: \(history.events)")
      check(run)
      ends.insert(run.machine.offer.state)
    }
    #expect(ends == [.accepted, .declined, .expired, .undelivered, .unreachable, .withdrawn])
  }

  private func check(_ run: Run) {
    let offer = run.machine.offer
    #expect(!offer.state.isOpen)
    #expect(run.log.filter { !$0.to.isOpen }.count == 1 && run.log.last?.to == offer.state)
    #expect(run.log.last?.at == offer.endedAt && run.log.last?.reason == offer.reason)
    var state = Offer.State.queued
    var at = offer.queuedAt
    for step in run.log {
      #expect(step.from == state && step.at >= at && step.at <= offer.expiresAt)
      (state, at) = (step.to, step.at)
    }
    if offer.state == .expired { #expect(offer.endedAt == offer.expiresAt) }
    if offer.state == .undelivered {
      #expect(offer.endedAt == offer.deliverBy && offer.deliveredAt == nil && offer.seenAt == nil)
    }
  }
}
