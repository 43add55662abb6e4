import Rollcall
import Testing

@Suite("Time on hold")
struct HeldTimeTests {
  private func span(_ from: Int64, _ to: Int64) -> TimeSpan {
    TimeSpan(from: Timestamp(milliseconds: from), to: Timestamp(milliseconds: to))
  }

  @Test("Spans that overlap or touch are one; empty ones are none")
  func merged() {
    let held = HeldTime([span(30, 40), span(1, 5), span(4, 8), span(8, 9), span(20, 20), span(2, 3)])
    #expect(held.spans == [span(1, 9), span(30, 40)])
    #expect(held.contains(Timestamp(milliseconds: 1)))
    #expect(!held.contains(Timestamp(milliseconds: 9)))
    #expect(held.held(in: span(5, 35)) == [span(5, 9), span(30, 35)])
    #expect(held.free(in: span(5, 35)) == [span(9, 30)])
    #expect(held.free(in: span(2, 8)) == [])
    #expect(
      held.kept(in: span(0, 50), from: Timestamp(milliseconds: 35)) == [
        span(1, 9), span(30, 35), span(35, 50),
      ])
    #expect(HeldTime().free(in: span(3, 4)) == [span(3, 4)])
  }

  @Test("Held and free together are all of it, whatever the ends of time")
  func whole() {
    let ends: [Int64] = [.min, -5, 0, 3, 7, .max]
    for from in ends {
      for to in ends where from < to {
        let held = HeldTime([span(-5, 3), span(7, .max)])
        let all = span(from, to)
        let parts = (held.held(in: all) + held.free(in: all)).sorted { $0.from < $1.from }
        #expect(HeldTime(parts).spans == [all])
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.to == $1.from })
      }
    }
  }

  @Test("A reason has 1 to 200 characters, without blanks at its ends")
  func texts() {
    #expect(Hold.text(" court order 12 \n") == "court order 12")
    #expect(Hold.text(" \t") == nil)
    #expect(Hold.text(String(repeating: "č", count: 200)) != nil)
    #expect(Hold.text(String(repeating: "č", count: 201)) == nil)
  }

  @Test("A hold is in force until it is released or its end has come")
  func inForce() {
    let at = { (n: Int64) in Timestamp(milliseconds: n) }
    var hold = Hold(
      id: Hold.ID(1), subject: .incident(Incident.ID(7)), reason: "r", madeAt: at(0), madeBy: "member:1",
      until: at(10))
    #expect(hold.isInForce(at: at(9)))
    #expect(!hold.isInForce(at: at(10)))
    hold.until = nil
    #expect(hold.isInForce(at: at(10)))
    hold.release = Hold.Release(at: at(5), by: "member:1", note: "n")
    #expect(!hold.isInForce(at: at(4)))
  }
}
