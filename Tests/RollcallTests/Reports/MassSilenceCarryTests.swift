import Testing

@testable import Rollcall

@Suite("People still silent when another wave follows are carried over to its alert")
struct MassSilenceCarryTests {
  /// A silence of those with these ids, last heard at an instant.
  private static func silence(_ ids: Range<Int64>, at seconds: Double) -> MassSilence {
    MassSilence(
      scope: .region("Center"),
      shares: [MassSilence.Share(scope: .region("Center"), count: ids.count, people: 20)],
      at: .at(seconds + 90),
      fallen: Dictionary(
        ids.map { (Responder.ID($0), Timestamp.at(seconds)) }, uniquingKeysWith: { known, _ in known }),
      span: TimeSpan(from: .at(seconds), to: .at(seconds)))
  }

  @Test(
    "With the last contact of each; not those who are back, were carried over before, or fell silent anew")
  func people() throws {
    let members = [
      MassSilenceMember(id: Responder.ID(1), fellAt: .at(0)),
      MassSilenceMember(id: Responder.ID(2), fellAt: .at(7)),
      MassSilenceMember(id: Responder.ID(3), fellAt: .at(0), backAt: .at(50)),
      MassSilenceMember(id: Responder.ID(4), fellAt: .at(0), carriedAt: .at(50)),
      MassSilenceMember(id: Responder.ID(11), fellAt: .at(0)),
    ]
    let carry = try #require(MassSilenceCarry(members, to: Self.silence(11..<19, at: 3_600)))
    #expect(carry.people == [Responder.ID(1): .at(0), Responder.ID(2): .at(7)])
    #expect(carry.beginning == "2 more silent since before")
    #expect(carry.ending == "followed by another alert, which goes on with 2 still silent")
    #expect(MassSilenceCarry(Array(members[2...]), to: Self.silence(11..<19, at: 3_600)) == nil)
  }

  @Test(
    "The alert that follows closes by all its members: of 8 and 8, when fewer than a fifth of 16 are silent",
    arguments: [(8, nil), (12, nil), (13, 13.0)] as [(Int, Double?)])
  func closing(backs: Int, end: Double?) throws {
    let first = (1..<9).map { MassSilenceMember(id: Responder.ID(Int64($0)), fellAt: .at(0)) }
    let silence = Self.silence(11..<19, at: 3_600)
    let carry = try #require(MassSilenceCarry(first, to: silence))
    let all = silence.fallen.merging(carry.people, uniquingKeysWith: { known, _ in known })
      .sorted { $0.key.rawValue > $1.key.rawValue }
    // The second wave is back first.
    let members = all.enumerated().map { index, member in
      MassSilenceMember(
        id: member.key, fellAt: member.value, backAt: index < backs ? .at(Double(index + 1)) : nil)
    }
    #expect(members.count == 16)
    #expect(MassSilence.closing(members, rule: .standard) == end.map { .at($0) })
  }
}
