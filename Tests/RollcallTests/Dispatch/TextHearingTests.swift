import Rollcall
import Testing

@Suite("How soon a person hears of an offer by text message")
struct TextHearingTests {
  private func message(_ at: Double, answered: Double? = nil) -> Hearing.Message {
    Hearing.Message(at: .at(at), answeredAt: answered.map { .at($0) }, isText: true)
  }

  private let month = 30.0 * 86_400

  @Test("Its link must be opened within 120 s of sending, and one that is not ends an older proof then")
  func proof() {
    #expect(Hearing.provedUntil([message(0, answered: 120)], undeliveredAt: nil) == .at(120 + month))
    #expect(Hearing.provedUntil([message(0, answered: 120.001)], undeliveredAt: nil) == nil)
    #expect(Hearing.provedUntil([message(200), message(0, answered: 2)], undeliveredAt: nil) == .at(320))
    #expect(Hearing.provedUntil([message(0, answered: 2)], undeliveredAt: .at(3)) == nil)
  }

  @Test("5 s when a push message wakes the phone, else 30 s by text, unless their own app reports sooner")
  func order() {
    let now = Timestamp.at(100)
    let both = Hearing(provedUntil: .at(200), textProvedUntil: .at(200), interval: 60_000)
    #expect(both.within(at: now) == 5_000)
    #expect(Hearing(provedUntil: .at(99), textProvedUntil: .at(200)).within(at: now) == 30_000)
    #expect(Hearing(textProvedUntil: .at(200), interval: 60_000).within(at: now) == 30_000)
    #expect(Hearing(textProvedUntil: .at(200), interval: 10_000).within(at: now) == 30_000)
    #expect(Hearing(textProvedUntil: .at(99), interval: 60_000).within(at: now) == 60_000)
    #expect(Hearing(textProvedUntil: .at(99)).within(at: now) == nil)
  }
}
