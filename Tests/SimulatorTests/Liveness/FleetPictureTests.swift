import Rollcall
import Simulator
import Testing

@Suite("The picture of a run")
struct FleetPictureTests {
  private static let start = SharedTime.start
  private static func at(_ minutes: Int64) -> Timestamp { start.advanced(by: minutes * 60_000) }
  private static let span = TimeSpan(from: start, to: at(120))

  private static func truth(_ spells: [Spell]) -> PhoneTruth {
    PhoneTruth(
      profile: Profile(name: "family", rules: []), script: PhoneBehaviour(spells: spells), start: start,
      queue: "q", recorded: [], heard: [], counts: PhoneDiary.Counts(), absences: [])
  }

  @Test("the states of a phone have no gaps, equal neighbours as one")
  func states() {
    let states = Self.truth([
      Spell(.tunnel, from: 600_000, until: 1_200_000), Spell(.noFix, from: 3_000_000, until: 3_600_000),
      Spell(.mock, from: 4_000_000, until: 5_000_000), Spell(.network, from: -60_000, until: 60_000),
    ]).states(in: Self.span)
    #expect(states.map(\.state) == [.unreachable, .located, .unreachable, .located, .reachable, .located])
    #expect(states.map { $0.span.from } == [0, 1, 10, 20, 50, 60].map(Self.at))
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.span.to == $1.span.from })
    #expect(states.last?.span.to == Self.span.to)
  }

  @Test("a reader sees in red where the server must say something else, and only there")
  func differences() throws {
    let due: [TrueStatus.Change] = [
      .init(at: Self.start, status: .unknown), .init(at: Self.at(1), status: .online),
      .init(at: Self.at(30), status: .degraded),
    ]
    func picture(_ said: [TrueStatus.Change]) -> String {
      let lane = FleetPicture.Lane(
        name: "phone <1> & co", happened: Self.truth([]).states(in: Self.span), due: due, said: said)
      return FleetPicture(
        [lane], span: Self.span, absences: [ServerAbsence(from: Self.at(60), until: Self.at(61))]
      ).svg
    }
    var late = due
    late[2].at = Self.at(40)
    let mark = "the server should say otherwise, \(Self.at(30).rfc3339) to \(Self.at(40).rfc3339)"
    #expect(picture(late).contains(mark))
    #expect(!picture(due).contains("the server should say otherwise"))
    for svg in [picture(due), picture(late), picture([])] {
      #expect(svg.contains("phone &lt;1&gt; &amp; co"))
      #expect(svg.contains("server away, "))
    }
  }
}
