import PlainDispatch
import Seeds
import Testing

@testable import Rollcall

@Suite("Over random fleets people are ranked as a plain reading of the rules ranks them")
struct PlainRankingTests {
  @Test(
    "Who is asked first, when they are there, and why the others are not asked", arguments: Seeds.some(12))
  func ranked(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var (candidates, reasons) = (0, Set<String>())
    for number in 0..<50 {
      let fleet = try PlainFleet(count: 25, seed: seed * 1_000 + UInt64(number))
      let question = try Self.question(fleet, seed: seed * 1_000 + UInt64(number))
      let instants: [Double] = [0, 0.001, 86_400]
      let now = instants.randomElement(using: &random) ?? 0
      let everybody = try fleet.people.map { person in
        var found = try person.availability(at: fleet.positions[person.id], now)
        found.refusal = question.refused.contains(person.id) ? .declined : nil
        found.isHere = question.here.contains(person.id)
        return found
      }
      let place = fleet.places[question.place]
      let openings = try Self.placing(question).openings
      let found = Candidates.rank(everybody.shuffled(using: &random), for: place, openings)
      let expected = question.ranked(fleet.people, at: now)
      #expect(found.ranked.map(\.person.id.rawValue) == expected.map(\.id), "seed \(seed), \(number)")
      for (candidate, person) in zip(found.ranked, expected) {
        let reach = try #require(person.reach(place: question.place, at: now))
        #expect(abs((candidate.reach ?? 0) - reach) < 0.001)
      }
      for left in found.leftOut {
        let person = try #require(fleet.people.first { $0.id == left.person.id.rawValue })
        let obstacle = question.obstacle(of: person, at: now) ?? "none"
        let words = left.reason(at: .at(now))
        #expect(
          Self.words[obstacle, default: []].contains { words.hasPrefix($0) }, "\(seed): \(obstacle): \(words)"
        )
        reasons.insert(obstacle)
      }
      try checkSearch(fleet, question, openings, now)
      candidates += expected.count
    }
    // Then there was something to rank, and every reason came.
    #expect(candidates > 100 && reasons == Set(Self.words.keys), "\(candidates) \(reasons)")
  }

  /// The search among many finds the same people.
  private func checkSearch(
    _ fleet: PlainFleet, _ question: PlainQuestion, _ openings: Openings, _ now: Double
  ) throws {
    // Whom an event alone makes a candidate stands nowhere in it.
    let free = fleet.people.filter {
      $0.status == "online" && $0.duty == "on_duty" && !$0.hasIncident && !$0.holdsOffer
        && $0.distances != nil
    }
    let standpoints = try free.map { person in
      Standpoint(
        id: .init(person.id), position: try #require(fleet.positions[person.id]),
        offers: person.kindsOffered, doubtedUntil: person.recentDoubts.until, hearing: person.hearing,
        record: person.record, speed: person.speed, abilities: try person.abilities())
    }
    var search = NearestSearch(
      standpoints, to: fleet.places[question.place], for: .incident, at: .at(now),
      excluding: Set(question.refused.map { .init($0) }), openings)
    let expected = question.ranked(free, at: now).map(\.id)
    for limit in [1, 3, 25] {
      #expect(search.first(limit).map(\.id.rawValue) == Array(expected.prefix(limit)))
    }
  }

  private static let words: [String: [String]] = [
    "assigned here": ["assigned here"], "asked here": ["holds an offer of this incident"],
    "profile": ["profile \"p\" is not offered incidents"],
    "skills": ["lacks the skill", "no place is open"], "off duty": ["off duty"],
    "mission": ["on another mission"], "offer": ["holds another offer"], "offline": ["offline"],
    "unknown": ["unknown"], "degraded": ["degraded"], "position": ["no position yet"],
    "late": ["hears of it only within", "never hears of offers"], "refused": ["declined this incident"],
  ]

  /// A random incident of which some places are filled.
  private static func question(_ fleet: PlainFleet, seed: UInt64) throws -> PlainQuestion {
    var random = SplitMix(state: seed ^ 0xABCD)
    var question = PlainQuestion(place: Int.random(in: 0...1, using: &random), needs: .random(&random))
    for person in fleet.people.prefix(4) where Bool.random(using: &random) {
      let keys = person.keys(at: 0)
      if question.needs.fits(keys, beside: question.placed) { question.placed.append(keys) }
    }
    question.refused = Set(fleet.people.filter { _ in Int.random(in: 0..<9, using: &random) == 0 }.map(\.id))
    question.here = Set(
      fleet.people.filter {
        ($0.hasIncident || $0.holdsOffer) && Int.random(in: 0..<4, using: &random) == 0
      }.map(\.id))
    return question
  }

  private static func placing(_ question: PlainQuestion) throws -> Placing {
    var placing = Placing(try question.needs.needs())
    for keys in question.placed {
      let isPlaced = placing.place(keys)
      #expect(isPlaced)
    }
    return placing
  }
}

extension PlainPlaces {
  /// One to four places, mostly for anybody.
  static func random(_ random: inout SplitMix) -> PlainPlaces {
    PlainPlaces(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        PlainLine(
          count: Int.random(in: 1...2, using: &random),
          skills: [[], [], ["medic"], ["boat"], ["medic", "boat"]].randomElement(using: &random) ?? [])
      })
  }

  func needs() throws -> Needs {
    try Needs(lines.map { Needs.Line(count: $0.count, skills: $0.skills.sorted()) })
  }
}
