import PlainDispatch
import Testing

@testable import Rollcall

/// A random fleet as the plain rules see it, and the same people as the program's own values.
struct PlainFleet {
  /// Where incidents are.
  let places: [Position]
  private(set) var people: [PlainPerson] = []
  private(set) var positions: [Int64: Position] = [:]
  private var random: SplitMix

  static let skills = ["medic", "boat", "driver"]

  /// At 0 seconds: everything about them lies in the past.
  ///
  /// - Parameter isCalm: whether all are on duty and free, and keep their skills.
  init(count: Int, isCalm: Bool = false, seed: UInt64) throws {
    random = SplitMix(state: seed)
    places = try [(46, 14), (46.02, 14.01)].map {
      try #require(Position(latitude: $0.0, longitude: $0.1))
    }
    for id in 1...Int64(count) {
      var person = PlainPerson(id: id)
      // Few positions, so that some are there at the same time.
      let position = try #require(Position(latitude: 46 + Double(below(6)) * 0.004, longitude: 14))
      positions[id] = position
      person.distances = below(14) == 0 ? nil : places.map { position.distance(to: $0) }
      person.skills = Dictionary(
        Self.skills.filter { _ in below(2) == 0 }.map {
          ($0, pick(isCalm ? [.infinity] : [.infinity, .infinity, 0.001, 0]))
        },
        uniquingKeysWith: { first, _ in first })
      person.interval = pick([5, 30, 60, 120, 120.001, nil])
      person.speed = pick([30 / 3.6, 3, 300])
      person.doubts = (0..<max(0, below(5) - 2)).map { _ in doubt() }
      person.past = (0..<below(6)).map { Self.past(at: -Double($0 + 1), &random) }.reversed()
      person.lastOfferAt = person.past.last?.at ?? pick([nil, -9_000_000])
      person.pushes = messages(within: 30)
      person.texts = messages(within: 120)
      person.undelivered = below(4) == 0 ? [pick([-20, -70, -5_000_000])] : []
      if !isCalm { unsettle(&person) }
      people.append(person)
    }
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private mutating func unsettle(_ person: inout PlainPerson) {
    person.kinds = pick(
      [["order"], []] + Array(repeating: ["incident"], count: 8) + [["incident", "order"]])
    person.status = pick(
      ["degraded", "unknown", "offline"] + Array(repeating: "online", count: 15))
    person.duty = pick(["on_mission", "off_duty"] + Array(repeating: "on_duty", count: 12))
    if person.duty == "off_duty" { person.status = "off_duty" }
    person.hasIncident = below(10) == 0
    person.holdsOffer = !person.hasIncident && below(8) == 0
  }

  private mutating func doubt() -> PlainPerson.Doubt {
    .init(
      flag: pick(DoubtFlags.words.map(\.word)), at: -pick([0, 3_600, 86_400, 86_400.001, 900_000]),
      isCleared: below(4) == 0)
  }

  private static func past(at day: Double, _ random: inout SplitMix) -> PlainPerson.Past {
    let end = ["accepted", "declined", "expired", "withdrawn", "undelivered"].randomElement(using: &random)
    let isByReceipt = Int.random(in: 0..<5, using: &random) == 0
    // Day by day, the seventh to the millisecond.
    let at = day * 2 * 86_400 + (Bool.random(using: &random) ? 86_400 : 86_399.999)
    return .init(at: at, end: end ?? "expired", isDelivered: end != "undelivered", isByReceipt: isByReceipt)
  }

  /// Messages to one address, the oldest first, some of them at the very limits.
  private mutating func messages(within limit: Double) -> [PlainPerson.Message] {
    let ages: [Double] = [35 * 86_400, 30 * 86_400 + 10, 1_000, limit + 50, limit + 0.001, limit, 10]
    return ages.filter { _ in below(3) == 0 }.map { age in
      var message = PlainPerson.Message(at: -age)
      let answer: Double? = pick([nil, 2, 10, limit, limit + 0.001])
      message.answeredAt = answer.map { $0 - age }.flatMap { $0 <= 0 ? $0 : nil }
      message.wasTold = below(6) == 0
      let withdrawal: Double? = pick([nil, nil, nil, 5, limit, limit + 1])
      message.withdrawnAt = withdrawal.map { $0 - age }.flatMap { $0 <= 0 ? $0 : nil }
      return message
    }
  }
}

/// The program's values for a person of the plain rules.
extension PlainPerson {
  private func proof(_ messages: [Message], isText: Bool) -> Timestamp? {
    Hearing.provedUntil(
      messages.reversed().map {
        Hearing.Message(
          at: .at($0.at), answeredAt: $0.answeredAt.map { .at($0) }, provesNothing: $0.wasTold,
          withdrawnAt: $0.withdrawnAt.map { .at($0) }, isText: isText)
      }, undeliveredAt: undelivered.max().map { .at($0) })
  }

  var hearing: Hearing {
    Hearing(
      provedUntil: proof(pushes, isText: false), textProvedUntil: proof(texts, isText: true),
      interval: interval.map { Milliseconds(($0 * 1_000).rounded()) })
  }

  /// What the store reads of their offers.
  var record: OfferRecord {
    let counted = past.filter { $0.isDelivered && !$0.isByReceipt }.suffix(OfferRecord.counted)
    return OfferRecord(
      setbacks: counted.filter { ["declined", "expired"].contains($0.end) }.map { .at($0.at) },
      lastOfferAt: lastOfferAt.map { .at($0) })
  }

  var recentDoubts: RecentDoubts {
    var found = RecentDoubts()
    for doubt in doubts where !doubt.isCleared {
      if let flag = DoubtFlags.named(doubt.flag) { found.note(flag, at: .at(doubt.at)) }
    }
    return found
  }

  var kindsOffered: IncidentKinds {
    kinds.reduce(into: []) { $0.formUnion(Incident.Kind(rawValue: $1).map { IncidentKinds($0) } ?? []) }
  }

  /// Their skills, each lapsing at its instant.
  func abilities() throws -> Abilities {
    let days = skills.keys.sorted().enumerated().map { (word: $1, day: "2030-01-0\($0 + 1)") }
    let list = try #require(SkillList(text: days.map { "\($0.word)=\($0.day)" }.joined(separator: ";")))
    return Abilities(list) { day in
      let end = days.first { $0.day == day.isoDay }.flatMap { skills[$0.word] } ?? .infinity
      return end == .infinity ? Timestamp(milliseconds: .max) : .at(end)
    }
  }

  func availability(at position: Position?, _ now: Double) throws -> Availability {
    Availability(
      id: .init(id), name: "P\(id)", profile: "p", keys: try abilities().keys(at: .at(now)),
      offers: kindsOffered, status: try #require(Status(rawValue: status)),
      duty: try #require(DutyState(rawValue: duty)), position: distances == nil ? nil : position,
      fixAt: .at(now), doubts: recentDoubts.flags(at: .at(now)), hasOpenOffer: holdsOffer,
      assignment: hasIncident ? .init(99) : nil, hearsWithin: hearing.within(at: .at(now)), speed: speed,
      setbacks: record.setbacks(at: .at(now)), lastOfferAt: lastOfferAt.map { .at($0) })
  }
}
