import Rollcall
import Testing

@testable import RollcallStore

@Suite("What a look decides about an alert that another one follows")
struct MassStepsTests {
  @Test("It closes, hands over the people who are silent, and has no minutes for those it took over itself")
  func steps() throws {
    let alert = Alert(id: 1, topic: .massSilence(.region("Center")), openedAt: .at(90), detail: "")
    let members = (1...8).map { MassSilenceMember(id: Responder.ID(Int64($0)), fellAt: .at(0)) }
    let standing = MassStanding(alert, members, carried: [])
    var steps = MassSteps()
    let people = (11...18).map { id in
      MassSilencePerson(
        id: Responder.ID(Int64(id)), scopes: [.region("Center")],
        fall: TimeSpan(from: .at(3_600), to: .at(3_690)), offlineThreshold: 180_000)
    }
    let silence = try #require(
      MassSilence.all(people, rule: .standard, observingSince: .at(-10_000), at: .at(3_700)).first)
    #expect(!standing.isOne(with: silence, .standard))
    steps.open(silence, after: standing)
    #expect(steps.closes.map { $0.at } == [.at(3_690)] && steps.joins.isEmpty)
    #expect(steps.opens.first?.before?.carry.people.count == 8)
    // Of whom an alert took over it knows no minutes.
    let heir = MassStanding(alert, members, carried: Set(members.map(\.id)))
    let early = MassSilence.all(
      people.map { person in
        MassSilencePerson(
          id: person.id, scopes: person.scopes, fall: TimeSpan(from: .at(10), to: .at(100)),
          offlineThreshold: 180_000)
      }, rule: .standard, observingSince: .at(-10_000), at: .at(110))
    let other = try #require(early.first)
    #expect(standing.isOne(with: other, .standard) && !heir.isOne(with: other, .standard))
  }
}
