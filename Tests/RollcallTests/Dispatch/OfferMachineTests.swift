import Rollcall
import Testing

@Suite("One offer")
struct OfferMachineTests {
  /// Queued at 0 s, to be answered by 30 s.
  private func machine(deliverBy: Double? = nil) -> OfferMachine {
    OfferMachine(
      Offer(
        id: .init(1), incident: .init(2), responder: .init(3), distance: 1_200, queuedAt: .at(0),
        expiresAt: .at(30), deliverBy: deliverBy.map { .at($0) }))
  }

  @Test(
    "What reached the phone expires; what did not in time is undelivered, and no later event changes that")
  func undelivered() {
    for event in [.delivered, .seen] as [OfferMachine.Event] {
      var reached = machine(deliverBy: 15)
      _ = reached.apply(.sent, at: .at(1))
      #expect(reached.apply(event, at: .at(15)).verdict == .taken)
      #expect(reached.settle(at: .at(15.001)) == nil && reached.offer.endsAt == .at(30))
      #expect(reached.settle(at: .at(31))?.to == .expired)
    }
    var missed = machine(deliverBy: 15)
    _ = missed.apply(.sent, at: .at(1))
    let outcome = missed.apply(.delivered, at: .at(15.001))
    #expect(outcome.verdict == .conflict)
    #expect(
      outcome.steps == [
        OfferStep(
          at: .at(15), from: .sent, to: .undelivered, reason: "the phone did not get it in 15 s")
      ])
    #expect(missed.apply(.accepted, at: .at(16)).verdict == .conflict)
    #expect(missed.offer.refusal == nil)
  }

  @Test(
    "How long an offer may take to reach a phone",
    arguments: [(0, 15), (5, 15), (6, 16), (30, 40), (60, 70), (31_536_000, 86_410)] as [(Int64, Int64)])
  func deliveryTime(hearsWithin: Int64, seconds: Int64) {
    #expect(Offer.deliveryTime(hearsWithin: hearsWithin * 1_000) == seconds * 1_000)
  }

  @Test("It is never later than the time to answer")
  func deliverBy() {
    #expect(machine(deliverBy: 70).offer.deliverBy == .at(30))
    #expect(machine().offer.endsAt == .at(30))
  }

  @Test("Whose end lies in an absence of ours is undelivered at that instant, whatever it was told")
  func unobserved() {
    for event in [nil, .delivered, .seen] as [OfferMachine.Event?] {
      var machine = machine(deliverBy: 15)
      if let event { _ = machine.apply(event, at: .at(2)) }
      let end = event == nil ? 15.0 : 30
      #expect(machine.settleUnobserved(until: .at(end - 0.001)) == nil)
      let step = machine.settleUnobserved(until: .at(end))
      #expect(step?.at == .at(end) && step?.to == .undelivered && step?.reason == Offer.unobserved)
      #expect(machine.settleUnobserved(until: .at(99)) == nil)
    }
  }

  @Test("An offer goes from queued to accepted, each step dated")
  func straight() {
    var machine = machine()
    var steps: [OfferStep] = []
    for (event, second) in [(.sent, 1), (.delivered, 2), (.seen, 3), (.accepted, 4)]
      as [(OfferMachine.Event, Double)]
    {
      let outcome = machine.apply(event, at: .at(second))
      #expect(outcome.verdict == .taken)
      steps += outcome.steps
    }
    #expect(steps.map(\.from) == [.queued, .sent, .delivered, .seen])
    #expect(steps.map(\.to) == [.sent, .delivered, .seen, .accepted])
    #expect(steps.map(\.at) == [.at(1), .at(2), .at(3), .at(4)])
    let offer = machine.offer
    #expect(offer.sentAt == .at(1) && offer.deliveredAt == .at(2) && offer.seenAt == .at(3))
    #expect(offer.endedAt == .at(4) && offer.state == .accepted && offer.lastStepAt == .at(4))
  }

  @Test("Again the same is the same answer, and stores nothing", arguments: OfferMachine.Event.allCases)
  func again(event: OfferMachine.Event) {
    var machine = machine()
    #expect(machine.apply(event, at: .at(1), reason: "first").verdict == .taken)
    let before = machine
    #expect(machine.apply(event, at: .at(2), reason: "second") == .init(steps: [], verdict: .again))
    #expect(machine == before)
  }

  @Test("Accepting again after the deadline is still accepted")
  func acceptedForGood() {
    var machine = machine()
    _ = machine.apply(.accepted, at: .at(30))
    #expect(machine.apply(.accepted, at: .at(1_000)).verdict == .again)
    #expect(machine.settle(at: .at(1_000)) == nil)
  }

  @Test("Phones skip steps and tell them late: what was skipped has no time")
  func reordered() {
    var machine = machine()
    #expect(machine.apply(.accepted, at: .at(5)).verdict == .taken)
    for event in [.sent, .delivered, .seen] as [OfferMachine.Event] {
      #expect(machine.apply(event, at: .at(6)) == .init(steps: [], verdict: .again))
    }
    #expect(machine.offer.sentAt == nil && machine.offer.deliveredAt == nil && machine.offer.seenAt == nil)
  }

  @Test("A step behind the present one changes nothing")
  func behind() {
    var machine = machine()
    _ = machine.apply(.seen, at: .at(1))
    #expect(machine.apply(.delivered, at: .at(2)) == .init(steps: [], verdict: .again))
    #expect(machine.offer.deliveredAt == nil && machine.offer.state == .seen)
  }

  @Test("What was fetched was sent")
  func fetched() {
    var machine = machine()
    let outcome = machine.apply(.delivered, at: .at(2))
    #expect(outcome.steps.map(\.to) == [.delivered])
    #expect(machine.offer.sentAt == .at(2) && machine.offer.deliveredAt == .at(2))
  }

  @Test("The deadline itself is in time, a millisecond later is not")
  func deadline() {
    var inTime = machine()
    #expect(inTime.apply(.accepted, at: .at(30)).verdict == .taken)
    var late = machine()
    _ = late.apply(.delivered, at: .at(0))
    let outcome = late.apply(.accepted, at: .at(30.001), phoneAt: .at(29))
    #expect(outcome.verdict == .conflict)
    #expect(
      outcome.steps == [
        OfferStep(at: .at(30), from: .delivered, to: .expired, reason: "no answer in 30 s")
      ])
    #expect(late.offer.endedAt == .at(30) && late.offer.state == .expired)
    #expect(late.apply(.accepted, at: .at(31)) == .init(steps: [], verdict: .conflict))
  }

  @Test(
    "What is over otherwise is a conflict",
    arguments: [
      (.withdrawn, .accepted), (.withdrawn, .declined), (.withdrawn, .seen), (.withdrawn, .delivered),
      (.unreachable, .accepted), (.declined, .accepted), (.accepted, .declined), (.accepted, .withdrawn),
      (.accepted, .unreachable), (.declined, .withdrawn), (.unreachable, .sent),
    ] as [(OfferMachine.Event, OfferMachine.Event)])
  func conflicts(first: OfferMachine.Event, second: OfferMachine.Event) {
    var machine = machine()
    #expect(machine.apply(first, at: .at(1)).verdict == .taken)
    let before = machine
    #expect(machine.apply(second, at: .at(2)) == .init(steps: [], verdict: .conflict))
    #expect(machine == before)
  }

  @Test("The reason and the phone's own time stand in the log")
  func reasons() {
    var machine = machine()
    let outcome = machine.apply(.declined, at: .at(9), reason: "no fuel", phoneAt: .at(7))
    #expect(
      outcome.steps == [
        OfferStep(at: .at(9), from: .queued, to: .declined, reason: "no fuel", phoneAt: .at(7))
      ])
    #expect(machine.offer.reason == "no fuel")
  }

  @Test("A clock that goes back does not make a log that does")
  func clockBack() {
    var machine = machine()
    _ = machine.apply(.seen, at: .at(10))
    #expect(machine.apply(.accepted, at: .at(4)).steps.map(\.at) == [.at(10)])
  }

  @Test("An offer that ends before it begins expires when it begins")
  func bornLate() {
    let offer = Offer(
      id: .init(1), incident: .init(2), responder: .init(3), distance: nil, queuedAt: .at(10),
      expiresAt: .at(5))
    #expect(offer.expiresAt == .at(10))
    var machine = OfferMachine(offer)
    #expect(machine.settle(at: .at(10)) == nil)
    #expect(machine.settle(at: .at(11))?.at == .at(10))
  }

  @Test("Only open states are open")
  func open() {
    #expect(Offer.State.allCases.filter(\.isOpen) == [.queued, .sent, .delivered, .seen])
  }
}
