import Rollcall
import Testing

@Suite("Changes of rule, and our own absence")
struct LivenessRuleTests {
  typealias Case = LivenessTests.Case
  static let on = LivenessTests.on
  static let online = LivenessTests.online
  static let start = LivenessTests.start

  static let rules = [
    Case(
      "accept with a 50 s old fix: green for another 30 s, not degraded at once",
      start + [.rule("responder/on_mission", d: 30, o: 60, 51), .contact(51), .look(999)],
      [on, online, "81 online→degraded no fix for 30 s", "111 degraded→offline no contact for 60 s"]),
    Case(
      "a shorter rule never prolongs",
      start + [.rule("responder/on_mission", d: 80, o: 160, 80), .look(100)],
      [on, online, "91 online→degraded no fix for 80 s"]),
    Case(
      "a longer rule counts from the newest fix",
      start + [.rule("responder/low", d: 150, o: 180, 51), .look(160)],
      [on, online, "151 online→degraded no fix for 150 s"]),
    Case(
      "a longer rule while degraded makes nobody green",
      start + [.rule("responder/low", d: 1_000, o: 2_000, 100), .contact(150), .look(1_500)],
      [on, online, "91 online→degraded no fix for 90 s"]),
    Case(
      "a shorter rule while degraded leaves its whole offline time",
      start + [.contact(95), .rule("x/short", d: 10, o: 20, 200), .look(300)],
      [on, online, "91 online→degraded no fix for 90 s", "220 degraded→offline no contact for 20 s"]),
    Case(
      "a rule that is not timed: unknown; and timed again: watched from then on, and never heard since",
      start + [
        .rule("x/free", d: nil, o: nil, 40), .look(5_000), .rule("x/timed", d: 90, o: 180, 6_000),
        .look(9_000),
      ],
      [
        on, online, "40 online→unknown not timed", "6180 unknown→offline no contact for 180 s",
      ]),
    Case(
      "timed again by a request: that is the first contact",
      start + [
        .rule("x/free", d: nil, o: nil, 40), .rule("x/timed", d: 90, o: 180, 6_000), .contact(6_000),
        .look(9_000),
      ],
      [
        on, online, "40 online→unknown not timed", "6090 unknown→degraded no fix for 90 s",
        "6180 degraded→offline no contact for 180 s",
      ]),
    Case(
      "of two deadlines that meet only the last is told",
      start + [.away(5, until: 10), .contact(12), .rule("x/short", d: 20, o: 40, 15), .look(60)],
      [on, online, "35 online→degraded no fix for 20 s", "55 degraded→offline no contact for 40 s"]),
    Case(
      "a fresh fix after a shorter rule counts by itself",
      start + [.rule("x/short", d: 30, o: 60, 51), .fix(60, taken: 58), .look(95)],
      [on, online, "88 online→degraded no fix for 30 s"]),
    Case(
      "an old fix within the grace of a shorter rule takes nothing away",
      start + [.rule("x/short", d: 30, o: 60, 51), .fix(60, taken: 20), .look(95)],
      [on, online, "81 online→degraded no fix for 30 s"]),
  ]

  @Test("the log is", arguments: rules) func log(_ row: Case) {
    let (_, log) = Liveness.after(row.steps)
    #expect(log.map(\.words) == row.log)
  }

  @Test("family phone from 900 s to 120 s") func family() {
    let slow = RuleInForce.seconds("family/battery very low", 1_350, 2_700)
    let (_, log) = Liveness.after(
      Self.start + [.rule("family/moving", d: 180, o: 360, 800), .look(5_000)], rule: slow)
    #expect(
      log.map(\.words) == [
        Self.on, Self.online, "980 online→degraded no fix for 180 s",
        "1160 degraded→offline no contact for 360 s",
      ])
  }

  static let lost = "no fresh fix since our restart"

  static let absences = [
    Case(
      "after 5 s: green ends D after the fix, and nobody is accused",
      start + [.away(20, until: 25), .look(115)], [on, online, "91 online→unknown \(lost)"]),
    Case(
      "after 5 s, then quiet: offline 5 s later than without it",
      start + [.away(20, until: 25), .look(999)],
      [on, online, "91 online→unknown \(lost)", "186 unknown→offline no contact for 180 s"]),
    Case(
      "after 5 s, then heard without a fix: degraded D after our return",
      start + [.away(20, until: 25), .contact(50), .look(150)],
      [on, online, "91 online→unknown \(lost)", "115 unknown→degraded no fix for 90 s"]),
    Case(
      "after 5 s, then a fresh fix: as if nothing had been",
      start + [.away(20, until: 25), .fix(50, taken: 50), .look(150)],
      [on, online, "140 online→degraded no fix for 90 s"]),
    Case(
      "a fix taken before our return and sent after it still ends in unknown",
      start + [.away(20, until: 25), .fix(50, taken: 22), .look(113)],
      [on, online, "112 online→unknown \(lost)"]),
    Case(
      "after 29.999 s the offline deadline moves by them",
      start + [.away(20, until: 49.999), .look(999)],
      [on, online, "91 online→unknown \(lost)", "210.999 unknown→offline no contact for 180 s"]),
    Case(
      "after 30 s a new watch begins", start + [.away(20, until: 50), .look(999)],
      [on, online, "91 online→unknown \(lost)", "230 unknown→offline no contact for 180 s"]),
    Case(
      "after 5 min: unknown instead of a storm", start + [.away(20, until: 320), .look(450)],
      [on, online, "320 online→unknown \(lost)"]),
    Case(
      "after 5 min, quiet: offline O after it", start + [.away(20, until: 320), .look(999)],
      [on, online, "320 online→unknown \(lost)", "500 unknown→offline no contact for 180 s"]),
    Case(
      "a second long absence in which nobody was heard moves the deadline by its length",
      start + [.away(20, until: 320), .away(400, until: 500), .look(999)],
      [on, online, "320 online→unknown \(lost)", "600 unknown→offline no contact for 180 s"]),
    Case(
      "a second long absence after a contact is a new watch",
      start + [.away(20, until: 320), .contact(330), .away(400, until: 500), .look(999)],
      [
        on, online, "320 online→unknown \(lost)", "680 unknown→offline no contact for 180 s",
      ]),
    Case(
      "after 2 h: what was due before is dated before",
      start + [.away(100, until: 7_300), .look(7_400)], [on, online, "91 online→degraded no fix for 90 s"]),
    Case(
      "after the restart a phone that answers without a fix is degraded D after it",
      start + [.away(20, until: 320), .contact(330), .look(420)],
      [on, online, "320 online→unknown \(lost)", "410 unknown→degraded no fix for 90 s"]),
    Case(
      "first heard later than D after the restart: degraded at that contact",
      start + [.away(20, until: 320), .contact(430)],
      [on, online, "320 online→unknown \(lost)", "430 unknown→degraded contact without a fresh fix"]),
    Case(
      "after the restart a fresh fix is green", start + [.away(20, until: 320), .fix(330, taken: 329)],
      [on, online, "320 online→unknown \(lost)", "330 unknown→online a fresh fix"]),
    Case(
      "the time that a change of rule granted outlasts our absence",
      start + [.rule("x/short", d: 30, o: 60, 80), .away(85, until: 95), .look(110)],
      [on, online, "95 online→unknown \(lost)"]),
    Case("off duty an absence changes nothing", [.away(20, until: 900), .look(2_000)], []),
    Case(
      "a fix of before our return is of before it, although they came on duty afterwards",
      [.away(20, until: 50), .duty(.onDuty, 60), .fix(61, taken: 45), .look(136)],
      [
        "60 off_duty→unknown on duty, no fresh fix yet", "61 unknown→online a fresh fix",
        "135 online→unknown \(lost)",
      ]),
  ]

  @Test("the log is", arguments: absences) func absent(_ row: Case) {
    let (_, log) = Liveness.after(row.steps)
    #expect(log.map(\.words) == row.log)
  }

  @Test("a clock set back keeps the age of what was noted") func setBack() {
    var (live, _) = Liveness.after(Self.start)
    let log = live.steppedBack(by: 3_600_000, to: .at(-3_560))
    #expect(log.isEmpty)
    #expect(live.newestFix == .at(-3_599))
    #expect(live.settle(until: .at(0)).map(\.words).first == "-3509 online→unknown \(Self.lost)")
  }

  @Test("spans that touch are one: the short ones together are long enough for a new watch")
  func touching() {
    var (live, _) = Liveness.after(Self.start)
    _ = live.unobserved(TimeSpan(from: .at(20), to: .at(40)))
    #expect(live.watchedFrom == .at(1))
    #expect(live.offlineBy == .at(201))
    _ = live.unobserved(
      TimeSpan(from: .at(40), to: .at(55)), endOf: TimeSpan(from: .at(20), to: .at(55)))
    #expect(live.watchedFrom == .at(55))
    #expect(live.offlineBy == .at(235))
    _ = live.unobserved(
      TimeSpan(from: .at(55), to: .at(60)), endOf: TimeSpan(from: .at(20), to: .at(60)))
    #expect(live.watchedFrom == .at(60))
    #expect(live.offlineBy == .at(240))
    #expect(
      live.settle(until: .at(999)).map(\.words) == [
        "91 online→unknown \(Self.lost)", "240 unknown→offline no contact for 180 s",
      ])
  }
}
