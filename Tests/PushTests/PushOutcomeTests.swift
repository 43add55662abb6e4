import Push
import Testing

@Test func theOutcomesDiffer() { #expect(PushOutcome.gone(reason: "a") != .refused(reason: "a")) }
