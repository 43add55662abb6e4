import Rollcall
import Testing

@Suite("How soon a person hears of an offer")
struct HearingTests {
  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The newest first.
    let messages: [Hearing.Message]
    var undelivered: Double?
    /// Until when it is proved, seconds.
    let until: Double?

    init(
      _ name: String, _ messages: [Hearing.Message], undelivered: Double? = nil, until: Double?
    ) {
      testDescription = name
      (self.messages, self.undelivered, self.until) = (messages, undelivered, until)
    }
  }

  private static func message(
    _ at: Double, answered: Double? = nil, told: Bool = false, withdrawn: Double? = nil
  ) -> Hearing.Message {
    Hearing.Message(
      at: .at(at), answeredAt: answered.map { .at($0) }, provesNothing: told,
      withdrawnAt: withdrawn.map { .at($0) })
  }

  private static let month = 30.0 * 86_400

  static let stories = [
    Story("no message", [], until: nil),
    Story("answered at once", [message(0, answered: 2)], until: 2 + month),
    Story("answered at the last instant", [message(0, answered: 30)], until: 30 + month),
    Story("answered too late", [message(0, answered: 30.001)], until: nil),
    Story("an upload told of it first", [message(0, answered: 2, told: true)], until: nil),
    Story("not answered", [message(0)], until: nil),
    Story(
      "a newer one that is not answered ends it 30 s later", [message(100), message(0, answered: 2)],
      until: 130),
    Story(
      "a newer one that an upload told of", [message(9, answered: 9, told: true), message(0, answered: 2)],
      until: nil),
    Story(
      "an older one that was not answered does not matter", [message(100, answered: 101), message(0)],
      until: 101 + month),
    Story(
      "withdrawn before it could be judged", [message(100, withdrawn: 110), message(0, answered: 2)],
      until: 2 + month),
    Story(
      "withdrawn when it had been judged", [message(100, withdrawn: 131), message(0, answered: 2)], until: 130
    ),
    Story(
      "withdrawn before a late answer",
      [message(100, answered: 120, withdrawn: 110), message(0, answered: 2)],
      until: 2 + month),
    Story(
      "answered, then withdrawn", [message(100, answered: 105, withdrawn: 110), message(0)],
      until: 105 + month),
    Story("an offer undelivered since", [message(0, answered: 2)], undelivered: 3, until: nil),
    Story("an offer undelivered before", [message(10, answered: 12)], undelivered: 3, until: 12 + month),
    Story("answered before it was sent", [message(10, answered: 2)], until: nil),
  ]

  @Test("A message proves it as long as nothing newer says otherwise", arguments: stories)
  func proof(story: Story) {
    let undelivered = story.undelivered.map { Timestamp.at($0) }
    #expect(
      Hearing.provedUntil(story.messages, undeliveredAt: undelivered) == story.until.map { Timestamp.at($0) })
  }

  @Test("It is 5 s while it is proved, else the interval; an app of others never hears")
  func within() {
    let hearing = Hearing(provedUntil: .at(30), interval: 60_000)
    #expect([hearing.within(at: .at(30)), hearing.within(at: .at(30.001))] == [5_000, 60_000])
    #expect(Hearing().within(at: .at(0)) == nil)
    #expect(Hearing(provedUntil: .at(9)).within(at: .at(1)) == 5_000)
  }

  @Test(
    "An offer waits longer for whoever hears later than 5 s",
    arguments: [(nil, 30), (1, 30), (5, 30), (6, 36), (60, 90), (900, 930)] as [(Double?, Double)])
  func lifetime(hears: Double?, seconds: Double) {
    let lifetime = Offer.lifetime(answerWithin: 30_000, hearsWithin: hears.map { Milliseconds($0 * 1_000) })
    #expect(lifetime == Milliseconds(seconds * 1_000))
  }

  private func person(
    _ id: Int64, north: Double = 0, hears: Milliseconds? = 5_000,
    _ change: (inout Availability) -> Void = { _ in }
  ) -> Availability {
    var person = Availability(
      id: .init(id), name: "P\(id)", profile: "responder", offers: .incident, status: .online, duty: .onDuty,
      position: Position(latitude: 46 + north, longitude: 14), hearsWithin: hears)
    change(&person)
    return person
  }

  private func rank(_ people: [Availability]) throws -> Candidates {
    Candidates.rank(people, for: try #require(Position(latitude: 46, longitude: 14)))
  }

  @Test("Who hears and is there first stands first, however near the others are")
  func reach() throws {
    // 1.1 km take 133 s at 30 km/h.
    let near = person(1, hears: 120_000)
    let far = person(2, north: 0.01)
    let slow = person(3, north: 0.002) { $0.speed = 1 }
    let refusing = person(4) { $0.setbacks = 3 }
    let ranked = try rank([near, far, slow, refusing]).ranked
    #expect(ranked.map(\.person.id.rawValue) == [1, 2, 4, 3])
    #expect(ranked.map { Int($0.reach ?? 0) } == [120, 138, 185, 227])
  }

  @Test("Of two who are there at once, whoever was not asked for longer stands first")
  func lastOffer() throws {
    let people = [
      person(1) { $0.lastOfferAt = .at(9) }, person(2) { $0.lastOfferAt = .at(3) }, person(3),
    ]
    #expect(try rank(people).ranked.map(\.person.id.rawValue) == [3, 2, 1])
  }

  @Test("Who hears later than the limit is left out with that, and can be asked by hand")
  func limit() throws {
    let people = [person(1, hears: 120_001), person(2, hears: nil), person(3, hears: 120_000)]
    let candidates = try rank(people)
    #expect(candidates.ranked.map(\.person.id.rawValue) == [3])
    #expect(
      candidates.leftOut.map { $0.reason(at: .at(0)) } == [
        "hears of it only within 2 min", "never hears of offers",
      ])
    #expect(candidates.leftOut.map(\.canBeAskedByHand) == [true, true])
  }

  @Test("A setback counts for 7 days")
  func setbacks() {
    let record = OfferRecord(setbacks: [.at(0), .at(100)])
    let week = 7.0 * 86_400
    #expect([0, week, week + 1, week + 101].map { record.setbacks(at: .at($0)) } == [2, 2, 1, 0])
  }
}
