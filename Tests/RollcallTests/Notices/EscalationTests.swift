import Rollcall
import Testing

@Suite("Who is told next while nobody acknowledges an alert")
struct EscalationTests {
  private let night = Channel.ID(1)
  private let chief = Channel.ID(2)
  private var escalation: Escalation {
    Escalation(steps: [.init(night, after: 300_000), .init(chief, after: 600_000)])
  }

  @Test("Each step is due so long after the one before, and after the last comes the first again")
  func turns() {
    let opened = Timestamp(milliseconds: 1_000_000)
    #expect(escalation.due(told: 0, last: opened, at: opened.advanced(by: 299_999)) == nil)
    #expect(escalation.due(told: 0, last: opened, at: opened.advanced(by: 300_000)) == night)
    #expect(escalation.due(told: 1, last: opened, at: opened.advanced(by: 599_999)) == nil)
    #expect(escalation.due(told: 1, last: opened, at: opened.advanced(by: 600_000)) == chief)
    #expect(escalation.due(told: 2, last: opened, at: opened.advanced(by: 300_000)) == night)
    #expect(escalation.due(told: 7, last: opened, at: opened.advanced(by: 600_000)) == chief)
  }

  @Test("Without steps nobody is told, whenever that is asked")
  func none() {
    #expect(Escalation().due(told: 0, last: .distantPast, at: Timestamp(milliseconds: .max)) == nil)
    #expect(escalation.due(told: -1, last: .distantPast, at: Timestamp(milliseconds: .max)) == nil)
  }
}
