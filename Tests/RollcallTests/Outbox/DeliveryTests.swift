import Testing

@testable import Rollcall

@Suite("How a message of an outbox goes on")
struct DeliveryTests {
  private let now = Timestamp(milliseconds: 10_000_000)

  private func delivery(_ state: Delivery.State, reason: String = "") -> Delivery {
    Delivery(
      state: state, firstAt: now, nextAt: now, expiresAt: now.advanced(by: 86_400_000), reason: reason)
  }

  @Test(
    "By where it stands and what an attempt led to",
    arguments: [
      (.waiting, .accepted(id: nil), .accepted, .accepted),
      (.waiting, .retry(after: nil, reason: "r"), .again(Timestamp(milliseconds: 10_005_000)), .waiting),
      (.waiting, .retry(after: 90_000_000, reason: "r"), .givenUp, .failed),
      (.waiting, .refused(reason: "r"), .givenUp, .failed), (.waiting, .gone(reason: "r"), .givenUp, .failed),
      (.waiting, .misconfigured(reason: "r"), .givenUp, .failed),
      // It was cancelled while it was on its way: taken is taken, anything else changes nothing.
      (.cancelled, .accepted(id: nil), .accepted, .accepted),
      (.cancelled, .retry(after: nil, reason: "r"), .ended, .cancelled),
      (.cancelled, .gone(reason: "r"), .ended, .cancelled),
      (.failed, .accepted(id: nil), .accepted, .accepted), (.failed, .refused(reason: "r"), .ended, .failed),
    ] as [(Delivery.State, DeliveryResult, Delivery.Step, Delivery.State)])
  func table(state: Delivery.State, result: DeliveryResult, step: Delivery.Step, after: Delivery.State) {
    var delivery = delivery(state, reason: "before")
    #expect(delivery.settle(result, by: .channels, at: now, chance: 0) == step)
    #expect(delivery.state == after && delivery.attempts == 1)
    #expect(delivery.lastAt == now && delivery.lastOutcome == result.kind)
    #expect(delivery.reason == (step == .ended ? "before" : result.reason))
    #expect(delivery.isDue(at: now) == false)
  }

  @Test("It is due from its time on, while it waits")
  func due() {
    let waiting = delivery(.waiting)
    #expect(waiting.isDue(at: now) && !waiting.isDue(at: now.advanced(by: -1)))
    for state in [Delivery.State.accepted, .failed, .cancelled] { #expect(!delivery(state).isDue(at: now)) }
  }

  @Test("It ends once, and the first reason stays")
  func ends() {
    var delivery = delivery(.waiting)
    let cancelled = delivery.end(as: .cancelled, because: "withdrawn")
    let failed = delivery.end(as: .failed, because: "late")
    #expect(cancelled && !failed && delivery.state == .cancelled && delivery.reason == "withdrawn")
  }

  @Test("A newer message brings the next attempt forward, but not within 30 s, nor against the server's wish")
  func forward() {
    func forward(planned: Milliseconds, last: Milliseconds?, held: Milliseconds? = nil) -> Milliseconds {
      var delivery = Delivery(
        state: .waiting, firstAt: now, nextAt: now.advanced(by: planned),
        heldUntil: held.map { now.advanced(by: $0) }, expiresAt: now.advanced(by: 86_400_000),
        lastAt: last.map { now.advanced(by: $0) })
      delivery.bringForward(at: now)
      return delivery.nextAt.since(now)
    }
    #expect(forward(planned: 3_000_000, last: -600_000) == 0)
    #expect(forward(planned: 3_000_000, last: -10_000) == 20_000)
    #expect(forward(planned: 4_000, last: -1_000) == 4_000)
    #expect(forward(planned: 3_000_000, last: -600_000, held: 90_000) == 90_000)
    #expect(forward(planned: -5, last: -600_000) == -5)
    #expect(forward(planned: 3_000, last: nil) == 3_000)
  }
}
