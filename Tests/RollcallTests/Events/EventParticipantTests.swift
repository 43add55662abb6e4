import Rollcall
import Testing

@Suite("What is still missing of a participant")
struct EventParticipantTests {
  private func event(from: Double? = nil, to: Double? = nil) -> Event {
    Event(
      id: Event.ID(1), workspace: Workspace.ID(1), slug: "run", name: "Run", from: from.map { .at($0) },
      to: to.map { .at($0) })
  }

  private func person(
    _ status: Status, started: Double? = 10, stopped: Double? = nil, name: String = "Ana"
  ) -> EventParticipant {
    var person = EventParticipant(
      id: Responder.ID(1), name: name, status: status, since: .at(50), lastContact: .at(40))
    person.startedAt = started.map { .at($0) }
    person.stoppedAt = stopped.map { .at($0) }
    return person
  }

  @Test("No one is missing before the event begins")
  func start() {
    let waiting = person(.unknown, started: nil)
    #expect(waiting.phase == .notStarted)
    #expect(waiting.missing(in: event(from: 100), at: .at(99)) == [])
    #expect(waiting.missing(in: event(from: 100), at: .at(100)) == [.start])
    #expect(waiting.missing(in: event(), at: .at(99)) == [.start])
    #expect(
      waiting.missing(in: event(to: 50), at: .at(99)) == [.start], "whoever never came is missing for good")
  }

  @Test("A participant under way must be heard, until they stop or the event is over")
  func silence() {
    let lost = person(.offline)
    #expect(lost.missing(in: event(), at: .at(99)) == [.contact(since: .at(40))])
    #expect(lost.missing(in: event(to: 99), at: .at(99)) == [])
    #expect(person(.offline, stopped: 45).missing(in: event(), at: .at(99)) == [])
    #expect(person(.degraded).missing(in: event(), at: .at(99)) == [.position(since: .at(50))])
    #expect(person(.online).missing(in: event(), at: .at(99)) == [])
    #expect(person(.offDuty, stopped: 45).phase == .finished)
  }

  @Test("Gaps and missing numbers are reported for every participant")
  func holes() {
    var person = person(.offDuty, stopped: 90)
    person.gaps = [TimeSpan(from: .at(20), to: .at(30)), TimeSpan(from: .at(50), to: .at(55))]
    person.missingNumbers = 3
    #expect(
      person.missing(in: event(to: 95), at: .at(99)) == [.path(gaps: 2, length: 15_000), .numbers(3)])
  }

  @Test("Participants with most missing come first, then by name")
  func order() {
    var hole = person(.online, name: "A")
    hole.missingNumbers = 1
    let people = [
      person(.offDuty, stopped: 90, name: "B"), person(.online, name: "C"), hole,
      person(.unknown, started: nil, name: "D"), person(.degraded, name: "E"), person(.offline, name: "G"),
      person(.offline, name: "F"),
    ]
    let sorted = people.sorted { EventParticipant.comesFirst($0, $1, in: event(), at: .at(99)) }
    #expect(sorted.map(\.name) == ["F", "G", "E", "D", "A", "C", "B"])
  }
}
