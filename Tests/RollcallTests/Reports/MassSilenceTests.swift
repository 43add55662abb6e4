import Testing

@testable import Rollcall

@Suite("Many fall silent at once: one alert, dated when the share was reached, never for fewer than five")
struct MassSilenceTests {
  private let rule = MassSilenceRule.standard
  /// Long enough ago that everybody had their time.
  private let start = Timestamp.at(-10_000)

  /// People of a region: those who were last heard so many seconds after the first moment and count as silent 90 s later,
  /// and those who are heard all the time.
  private static func people(
    _ falls: [Double], heard: Int = 0, region: String = "Center", network: String? = nil,
    from first: Int64 = 1,
    silentAfter: Double = 90
  ) -> [MassSilencePerson] {
    let scopes = [MassScope.region(region)] + (network.map { [MassScope.network($0)] } ?? [])
    let spans = falls.map { TimeSpan(from: .at($0), to: .at($0 + silentAfter)) as TimeSpan? }
    return (spans + Array(repeating: nil, count: heard)).enumerated().map { index, span in
      MassSilencePerson(
        id: Responder.ID(first + Int64(index)), scopes: scopes, fall: span, offlineThreshold: 180_000)
    }
  }

  private func all(_ people: [MassSilencePerson], at seconds: Double, rule: MassSilenceRule? = nil)
    -> [MassSilence]
  {
    MassSilence.all(people, rule: rule ?? self.rule, observingSince: start, at: .at(seconds))
  }

  @Test(
    "the share of those on watch, at least five, within two minutes",
    arguments: [
      // falls, still heard, whether it is one
      ([0, 10, 20, 30, 40], 7, true), ([0, 10, 20, 30, 40], 8, false), ([0, 1, 2, 3], 0, false),
      ([0, 30, 60, 90, 120], 0, true), ([0, 30, 60, 90, 120.001], 0, false),
      // The first was silent long before; the others are enough.
      ([-500, 0, 30, 60, 90, 120], 6, true), ([-500, 0, 30, 60, 90, 120], 7, false),
    ] as [([Double], Int, Bool)])
  func share(falls: [Double], heard: Int, isMass: Bool) {
    let found = all(Self.people(falls, heard: heard), at: 215)
    #expect(found.count == (isMass ? 1 : 0))
  }

  @Test("it is dated when enough counted as silent, and tells how many of how many, and between when")
  func instant() throws {
    let found = try #require(all(Self.people([0, 10, 20, 30, 40, 50], heard: 6), at: 150).first)
    // 40 % of 12 is 4.8: the fifth, last heard at 40 s.
    #expect(found.at == .at(130) && found.scope == .region("Center"))
    #expect(found.detail == "Region Center: 6 of 12 fell silent")
    #expect(found.span == TimeSpan(from: .at(0), to: .at(50)))
    #expect(found.fallen.count == 6 && found.fallen[Responder.ID(3)] == .at(20))
  }

  @Test(
    "a region and the network behind it are one, as are regions of the same minutes; those of others are their own"
  )
  func one() throws {
    let center = Self.people([0, 10, 20, 30, 40], network: "A1")
    let north = Self.people([5, 15, 25, 35, 45], region: "North", from: 100)
    let south = Self.people([1_000, 1_001, 1_002, 1_003, 1_004], region: "South", from: 200)
    let found = all(center + north + south, at: 1_100)
    // The first ones are too long ago by now.
    #expect(found.map(\.scope) == [.region("South")])
    let early = try #require(all(center + north, at: 140).first)
    #expect(early.scope == .region("Center") && early.fallen.count == 10)
    #expect(
      early.detail
        == "Region Center: 5 of 5 fell silent; Network A1: 5 of 5 fell silent; Region North: 5 of 5 fell silent"
    )
  }

  @Test(
    "a share that grows because others leave does not count; nothing is found before all had their time"
  )
  func held() {
    let people = Self.people([0, 10, 20, 30, 40])
    #expect(all(people, at: 130).count == 1)
    #expect(all(people, at: 429).count == 1)
    #expect(all(people, at: 431).isEmpty)
    let young = Timestamp.at(-20)
    let look = { (seconds: Double) in
      MassSilence.all(people, rule: rule, observingSince: young, at: .at(seconds)).map(\.at)
    }
    #expect(look(159.9).isEmpty)
    #expect(look(160) == [.at(130)])
  }

  @Test("a person not heard since the start, not watched, or still heard has not fallen silent")
  func falls() throws {
    let rule = RuleInForce(
      name: "r", interval: 60_000, thresholds: Thresholds(degraded: 90_000, offline: 180_000))
    func person(_ status: Status, duty: DutyState = .onDuty, heard: Double?, watched: Double = 0)
      -> MassSilencePerson?
    {
      let live = Liveness(
        duty: duty, dutySince: .at(0), force: rule, status: status, since: .at(0), reason: "",
        watchedFrom: .at(watched), lastContact: heard.map { .at($0) }, newestFix: .at(0), degradeBy: nil,
        offlineBy: nil)
      return MassSilencePerson(
        id: Responder.ID(1), region: "N", live: live, observingSince: .at(10), at: .at(200))
    }
    #expect(person(.offline, heard: 20)?.fall == TimeSpan(from: .at(20), to: .at(110)))
    #expect(person(.degraded, heard: 110)?.fall != nil)
    // Heard, without a position: that is no silence.
    #expect(person(.degraded, heard: 111)?.fall == nil)
    #expect(person(.offline, heard: 9)?.fall == nil)
    #expect(person(.offline, heard: 20, watched: 30)?.fall == nil)
    #expect(person(.unknown, heard: 20)?.fall == nil)
    #expect(person(.offline, heard: nil)?.fall == nil)
    #expect(person(.offDuty, duty: .offDuty, heard: 20) == nil)
  }

  @Test(
    "it closes when fewer than half of the share are still silent, when the last one needed for that came back",
    arguments: [
      // How many, who is back when, and when it closes: below 20 % of 10 are silent with the ninth.
      (10, [1, 2, 3, 4, 5, 6, 7, 8], nil), (10, [1, 2, 3, 4, 5, 6, 7, 8, 30], 30), (5, [9, 8, 7, 6], nil),
      (5, [9, 8, 7, 6, 5], 9), (5, [], nil),
    ] as [(Int, [Double], Double?)])
  func closing(count: Int, backs: [Double], end: Double?) {
    let members = (0..<count).map { index in
      MassSilenceMember(
        id: Responder.ID(Int64(index)), fellAt: .at(0), backAt: index < backs.count ? .at(backs[index]) : nil)
    }
    #expect(MassSilence.closing(members, rule: rule) == end.map { .at($0) })
  }

  @Test("scopes are stored and read again, whatever their names")
  func scopes() {
    for scope in [MassScope.region("Nord/Ost"), .network("A1 \u{301}x"), .region("")] {
      #expect(MassScope(text: scope.text) == scope)
      let topic = AlertTopic.massSilence(scope)
      #expect(AlertTopic(kind: topic.kind.rawValue, scope: topic.scope) == topic)
    }
    #expect(MassScope(text: "planet/Mars") == nil)
  }

  @Test(
    "over random histories: never of fewer than five, and dated as when every window of every instant is tried"
  )
  func histories() {
    var opened = 0
    for seed in 0..<UInt64(400) {
      var dice = Dice(seed: seed)
      let rule = MassSilenceRule(percent: 10 + dice.below(91), minutes: 1 + dice.below(3))
      let people = (0..<(3 + dice.below(14))).map { index in
        let from = Timestamp.at(Double(dice.below(200)))
        let to = from.advanced(by: Int64(30_000 + dice.below(60_000)))
        return MassSilencePerson(
          id: Responder.ID(Int64(index)), scopes: [.region("N")],
          fall: dice.below(4) > 0 ? TimeSpan(from: from, to: to) : nil, offlineThreshold: 180_000)
      }
      let now = Timestamp.at(Double(dice.below(300)))
      let seen = people.map { person in
        MassSilencePerson(
          id: person.id, scopes: person.scopes, fall: person.fall.flatMap { $0.to <= now ? $0 : nil },
          offlineThreshold: person.offlineThreshold)
      }
      let found = MassSilence.all(seen, rule: rule, observingSince: start, at: now)
      #expect(found.map(\.at) == [Self.naive(seen, rule)].compactMap(\.self), "\(seed)")
      if let one = found.first {
        opened += 1
        #expect(one.fallen.count >= 5 && one.fallen.count * 100 >= rule.percent * people.count, "\(seed)")
        #expect(one.span.length <= rule.window, "\(seed)")
      }
    }
    #expect(opened > 50)
  }

  /// The first instant at which, in some window, enough are silent.
  private static func naive(_ people: [MassSilencePerson], _ rule: MassSilenceRule) -> Timestamp? {
    let falls = people.compactMap(\.fall)
    return falls.map(\.to).sorted().first { instant in
      falls.contains { first in
        let count = falls.count {
          $0.to <= instant && $0.from >= first.from && $0.from <= first.from.advanced(by: rule.window)
        }
        return count >= 5 && count * 100 >= rule.percent * people.count
      }
    }
  }
}
