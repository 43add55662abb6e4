import Foundation
import Testing

@testable import Rollcall

/// What is changed about somebody, and the words it leads to.
struct ReasonExample: Sendable {
  let words: [String]
  let change: @Sendable (inout Availability) -> Void

  init(_ words: [String], _ change: @escaping @Sendable (inout Availability) -> Void) {
    self.words = words
    self.change = change
  }
}

@Suite("Who can be offered an incident")
struct CandidatesTests {
  private let now = Timestamp.at(0)

  /// Somebody online and on duty, so many hundredths of a degree (1.1 km) north of the incident.
  private func person(_ id: Int64, north: Double? = 1) -> Availability {
    Availability(
      id: .init(id), name: "Person \(id)", profile: "responder", offers: .incident, status: .online,
      statusSince: .at(-600), duty: .onDuty,
      position: north.flatMap { Position(latitude: 46 + $0 / 100, longitude: 14) },
      fixAt: north.map { _ in .at(-12) }, hearsWithin: 5_000)
  }

  private func changed(_ person: Availability, _ change: (inout Availability) -> Void) -> Availability {
    var person = person
    change(&person)
    return person
  }

  private func rank(_ people: [Availability]) throws -> Candidates {
    Candidates.rank(people, for: try #require(Position(latitude: 46, longitude: 14)))
  }

  @Test("By hand, too, nobody is asked who lacks the skill, whatever else is said of them")
  func lacking() throws {
    let openings = Placing(try Needs([.init(count: 1, skills: ["medic"])])).openings
    let place = try #require(Position(latitude: 46, longitude: 14))
    for (keys, canBeAsked) in [(Set<String>(), false), (["boat"], false), (["medic"], true)] {
      let child = changed(person(1)) { ($0.offers, $0.keys) = ([], keys) }
      let left = try #require(Candidates.rank([child], for: place, openings).leftOut.first)
      #expect(left.obstacle == .notOffered && left.canBeAskedByHand == canBeAsked, "\(keys)")
    }
  }

  @Test("The nearest stands first; at the same distance the lower id")
  func order() throws {
    let people = [person(4, north: 3), person(3, north: 1), person(2, north: -0.5), person(1, north: 3)]
    let candidates = try rank(people)
    #expect(candidates.ranked.map(\.person.id.rawValue) == [2, 3, 1, 4])
    #expect(try rank(people.reversed()) == candidates)
    let nearest = try #require(candidates.ranked.first)
    #expect(abs(nearest.distance - 555.7) < 0.1)
    #expect(nearest.reasons(at: now) == ["556 m away", "fix 12 s old"])
  }

  @Test(
    "Whose profile is not offered the kind is left out with that alone, however near, and can be asked by hand"
  )
  func offers() throws {
    let child = changed(person(1, north: 0.01)) { ($0.profile, $0.offers) = ("family", []) }
    let driver = changed(person(2, north: 0.02)) { ($0.profile, $0.offers) = ("driver", .order) }
    let busy = changed(driver) { ($0.id, $0.duty, $0.doubts) = (.init(3), .onMission, .mock) }
    let place = try #require(Position(latitude: 46, longitude: 14))
    let people = [child, driver, busy, person(4, north: 9)]
    let incident = Candidates.rank(people, for: place)
    #expect(incident.ranked.map(\.person.id.rawValue) == [4])
    #expect(
      incident.leftOut.map { $0.reason(at: now) } == [
        "profile \"family\" is not offered incidents", "profile \"driver\" is not offered incidents",
        "profile \"driver\" is not offered incidents",
      ])
    #expect(incident.leftOut.map(\.canBeAskedByHand) == [true, true, false])
    let order = Candidates.rank(people, for: place, kind: .order)
    #expect(order.ranked.map(\.person.id.rawValue) == [2])
    #expect(order.leftOut.last?.reason(at: now) == "profile \"responder\" is not offered orders")
    #expect(
      Candidates.nearest(people, to: place, for: .order, limit: 9).map(\.person.id.rawValue) == [2])
  }

  @Test(
    "Whoever refused the incident is left out, and can be asked by hand",
    arguments: [
      (.declined, "declined this incident"), (.gaveBack, "gave this incident back"),
      (.withdrawn, "the dispatcher took this incident from them"),
    ] as [(Availability.Refusal, String)])
  func refused(refusal: Availability.Refusal, words: String) throws {
    let candidates = try rank([changed(person(1)) { $0.refusal = refusal }])
    #expect(candidates.ranked.isEmpty && candidates.leftOut.first?.reason(at: now) == words)
    #expect(candidates.leftOut.first?.canBeAskedByHand == true)
  }

  @Test(
    "A profile offers what it says, and nothing by its name",
    arguments: [
      (#"{"name":"responder","rules":[]}"#, []),
      (#"{"name":"x","offers":["incident"],"rules":[]}"#, .incident),
      (#"{"name":"driver","offers":["order","incident"],"rules":[]}"#, [.incident, .order]),
      (#"{"name":"x","offers":null,"rules":[]}"#, []),
    ] as [(String, IncidentKinds)])
  func profiles(document: String, kinds: IncidentKinds) throws {
    let profile = try JSONDecoder().decode(Profile.self, from: Data(document.utf8))
    #expect(profile.offeredKinds == kinds)
    let again = try JSONDecoder().decode(Profile.self, from: JSONEncoder().encode(profile))
    #expect(again == profile)
  }

  @Test("An unknown kind and an impossible speed are problems of a profile")
  func profileProblems() {
    let rules = [ProfileRule(name: "r", interval: 60)]
    let good = Profile(name: "x", offers: ["incident", "order"], travelSpeed: 30, rules: rules)
    #expect(good.problems() == [])
    let bad = Profile(name: "x", offers: ["dinner"], travelSpeed: 0, rules: rules)
    #expect(bad.problems() == ["offers: unknown kind of incident dinner", "travel_kmh: 1 to 1000"])
  }

  @Test(
    "Doubted positions stand behind all others, however near",
    arguments: ["mock", "speed", "frozen", "network_country", "network_type"])
  func doubt(word: String) throws {
    let flag = try #require(DoubtFlags.named(word))
    let candidates = try rank([
      changed(person(1, north: 0.1)) { $0.doubts = flag }, person(2, north: 9),
    ])
    #expect(candidates.ranked.map(\.person.id.rawValue) == [2, 1])
    #expect(candidates.ranked.last?.reasons(at: now).last == "position in doubt: \(word)")
  }

  @Test("Flags of the latest position alone do not count")
  func noDoubt() throws {
    let candidates = try rank([changed(person(1)) { $0.flags = [.clockSkew, .mock] }, person(2, north: 2)])
    #expect(candidates.ranked.map(\.person.id.rawValue) == [1, 2])
    #expect(candidates.ranked.first?.reasons(at: now) == ["1.1 km away", "fix 12 s old"])
  }

  @Test(
    "Warnings have words",
    arguments: [
      ReasonExample(["battery 8 %"]) { $0.battery = 0.08 },
      ReasonExample([]) { $0.battery = 0.15 },
      ReasonExample(["known to 1.5 km"]) { $0.accuracy = 1_500 },
      ReasonExample([]) { $0.accuracy = .nan },
      ReasonExample(["known to ? m"]) { $0.accuracy = .infinity },
      ReasonExample(["did not answer the last 2 offers"]) {
        $0.lastAnswers = [.expired, .expired, .accepted]
      },
      ReasonExample(["declined the last offer"]) { $0.lastAnswers = [.declined] },
      ReasonExample(["accepted the last offer"]) { $0.lastAnswers = [.accepted, .declined] },
      ReasonExample(["was out of reach for the last offer"]) { $0.lastAnswers = [.unreachable] },
      ReasonExample([]) { $0.lastAnswers = [.withdrawn, .declined] },
      ReasonExample(["battery 0 %", "position in doubt: mock, speed"]) {
        $0.doubts = [.speed, .mock]; $0.battery = 0
      },
    ])
  func warnings(example: ReasonExample) throws {
    let candidates = try rank([changed(person(1), example.change)])
    #expect(candidates.ranked.first?.reasons(at: now) == ["1.1 km away", "fix 12 s old"] + example.words)
  }

  @Test(
    "Who is left out is told why",
    arguments: [
      ReasonExample(["offline for 12 min"]) {
        $0.status = .offline; $0.statusSince = .at(-725)
      },
      ReasonExample(["degraded: no fresh fix for 2 min"]) {
        $0.status = .degraded; $0.fixAt = .at(-130)
      },
      ReasonExample(["degraded: no fix yet"]) {
        $0.status = .degraded; $0.fixAt = nil
      },
      ReasonExample(["unknown for 1 h 8 min"]) {
        $0.status = .unknown; $0.statusSince = .at(-4_080)
      },
      ReasonExample(["unknown: no position yet"]) {
        $0.status = .unknown; $0.fixAt = nil
      },
      ReasonExample(["off duty"]) {
        $0.duty = .offDuty; $0.status = .offDuty; $0.doubts = .mock
      },
      ReasonExample(["on another mission"]) { $0.duty = .onMission },
      ReasonExample(["on another mission"]) { $0.assignment = .init(7) },
      ReasonExample(["holds another offer"]) { $0.hasOpenOffer = true },
      ReasonExample(["no position yet"]) { $0.position = nil },
      ReasonExample(["on another mission"]) {
        $0.duty = .onMission; $0.status = .offline; $0.hasOpenOffer = true; $0.doubts = .mock
      },
      ReasonExample(["offline"]) {
        $0.status = .offline; $0.statusSince = nil
      },
      ReasonExample(["offline for 0 s"]) {
        $0.status = .offline; $0.statusSince = .at(60)
      },
      ReasonExample(["offline for 4 days"]) {
        $0.status = .offline; $0.statusSince = .at(-400_000)
      },
    ])
  func leftOut(example: ReasonExample) throws {
    let candidates = try rank([changed(person(1), example.change)])
    #expect(candidates.ranked.isEmpty)
    #expect((candidates.leftOut.first?.reason(at: now)).map { [$0] } == example.words)
  }

  @Test("Those whom a little would make a candidate stand first among the left out")
  func leftOutOrder() throws {
    let people = [
      changed(person(1)) { $0.duty = .offDuty },
      changed(person(2)) { $0.duty = .onMission },
      changed(person(3)) { $0.hasOpenOffer = true },
      changed(person(4)) { $0.status = .offline },
      changed(person(5, north: nil)) { $0.status = .unknown },
      changed(person(6)) { $0.status = .unknown },
      changed(person(8, north: 2)) { $0.status = .degraded },
      changed(person(9, north: 1)) { $0.status = .degraded },
      changed(person(7, north: 1)) { $0.status = .degraded },
      person(10, north: nil),
    ]
    let candidates = try rank(people)
    #expect(candidates.ranked.isEmpty)
    #expect(candidates.leftOut.map(\.person.id.rawValue) == [10, 7, 9, 8, 6, 5, 4, 3, 2, 1])
  }

  @Test("Everybody is in exactly one of the two lists")
  func everybody() throws {
    var random = SplitMix(state: 11)
    let people = (1...500).map { id in
      changed(person(Int64(id), north: Bool.random(using: &random) ? 1 : nil)) {
        $0.status = Status.allCases.randomElement(using: &random) ?? .online
        $0.duty = DutyState.allCases.randomElement(using: &random) ?? .onDuty
        $0.hasOpenOffer = .random(using: &random)
        $0.assignment = Bool.random(using: &random) ? .init(1) : nil
      }
    }
    let candidates = try rank(people)
    let ids = candidates.ranked.map(\.person.id) + candidates.leftOut.map(\.person.id)
    #expect(ids.sorted() == people.map(\.id))
    #expect(candidates.ranked.allSatisfy { $0.person.status == .online && $0.person.duty == .onDuty })
    #expect(candidates.leftOut.allSatisfy { !$0.reason(at: now).utf8.isEmpty })
  }
}
