import Rollcall
import Testing

@Suite("Who can be reached: the simple rule of the newest fix")
struct ReachabilityTests {
  /// What happens to a responder, at so many seconds.
  enum Step: Sendable {
    case contact(Double)
    case fix(Double, taken: Double)
    case duty(DutyState, Double)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let steps: [Step]
    let now: Double
    let status: Status
    let since: Double?
    let rule: String?

    init(_ name: String, _ steps: [Step], at now: Double, _ status: Status, since: Double?, _ rule: String?) {
      (testDescription, self.steps, self.now, self.status) = (name, steps, now, status)
      (self.since, self.rule) = (since, rule)
    }
  }

  static let fresh = "responder/on_duty: a fresh fix"
  static let noFix = "responder/on_duty: no fix for 90 s"
  static let noContact = "responder/on_duty: no contact for 180 s"

  static let cases = [
    Case("nothing was ever heard", [], at: 5, .unknown, since: nil, nil),
    Case("contact without any fix ever", [.contact(1)], at: 5, .unknown, since: nil, nil),
    Case("a fresh fix", [.fix(10, taken: 8)], at: 20, .online, since: 10, fresh),
    Case("a fix exactly D old on arrival", [.fix(98, taken: 8)], at: 98, .online, since: 98, fresh),
    Case("online up to D after the fix", [.fix(10, taken: 8)], at: 98, .online, since: 10, fresh),
    Case("degraded right after D", [.fix(10, taken: 8)], at: 98.001, .degraded, since: 98, noFix),
    Case(
      "online up to O after contact, while fixes are fresh",
      [.fix(10, taken: 10), .contact(50), .fix(90, taken: 88)], at: 170, .online, since: 10, fresh),
    Case(
      "contact without a fix keeps degraded from offline", [.fix(10, taken: 10), .contact(150)], at: 320,
      .degraded, since: 100, noFix),
    Case("degraded up to O after contact", [.fix(10, taken: 10)], at: 190, .degraded, since: 100, noFix),
    Case(
      "offline right after O, by contact", [.fix(10, taken: 10)], at: 190.001, .offline, since: 190, noContact
    ),
    Case(
      "offline is dated by the last contact of any kind", [.fix(10, taken: 10), .contact(150)], at: 1_000,
      .offline, since: 330, noContact),
    Case(
      "a replayed backlog never makes green",
      [.fix(10, taken: 10), .fix(500, taken: 100), .fix(510, taken: 400)], at: 511, .degraded, since: 490,
      noFix),
    Case(
      "a backlog as the first thing ever is not green", [.fix(500, taken: 100)], at: 500, .unknown, since: 0,
      "responder/on_duty: no fix since on duty"),
    Case(
      "green again with a fresh fix, since then", [.fix(10, taken: 10), .fix(500, taken: 499)], at: 500,
      .online, since: 500, fresh),
    Case(
      "green is one run while it lasts", [.fix(10, taken: 10), .fix(60, taken: 59), .fix(120, taken: 119)],
      at: 130, .online, since: 10, fresh),
    Case(
      "an older fix takes nothing back", [.fix(10, taken: 10), .fix(12, taken: -500)], at: 20, .online,
      since: 10, fresh),
    Case(
      "off duty", [.fix(10, taken: 10), .duty(.offDuty, 30)], at: 1_000, .offDuty, since: 30,
      "responder/on_duty: off duty"),
    Case(
      "back on duty, unknown until a fresh fix",
      [.fix(10, taken: 10), .duty(.offDuty, 30), .duty(.onDuty, 40)], at: 41, .unknown, since: 40,
      "responder/on_duty: no fix since on duty"),
    Case(
      "back on duty, a contact is not enough",
      [.fix(10, taken: 10), .duty(.offDuty, 30), .duty(.onDuty, 40), .contact(41)], at: 42, .unknown,
      since: 40, "responder/on_duty: no fix since on duty"),
    Case(
      "back on duty with a fresh fix",
      [.fix(10, taken: 10), .duty(.offDuty, 30), .duty(.onDuty, 40), .fix(45, taken: 44)], at: 46, .online,
      since: 45, fresh),
    Case(
      "a fix sent off duty does not count", [.duty(.offDuty, 5), .fix(10, taken: 10), .duty(.onDuty, 12)],
      at: 13, .unknown, since: nil, nil),
    Case(
      "a fix from just before duty is degraded D after coming on",
      [.duty(.offDuty, 5), .duty(.onDuty, 60), .fix(61, taken: 20)], at: 150, .online, since: 61, fresh),
    Case(
      "from duty to a mission nothing begins anew", [.fix(10, taken: 10), .duty(.onMission, 30)], at: 40,
      .online, since: 10, fresh),
  ]

  @Test(arguments: cases) func judged(_ example: Case) {
    var reach = Reachability(
      duty: .onDuty, dutySince: .at(0), ruleName: "responder/on_duty",
      thresholds: Thresholds(degraded: 90_000, offline: 180_000))
    for step in example.steps { reach.apply(step) }
    let judgement = reach.judged(at: .at(example.now))
    #expect(judgement.status == example.status)
    #expect(judgement.since == example.since.map { .at($0) })
    #expect(judgement.rule == example.rule)
  }

  @Test("Not timed is unknown, on duty; off duty it is off duty")
  func notTimed() {
    var reach = Reachability(duty: .onDuty, dutySince: .at(0), ruleName: "x/y", thresholds: nil)
    reach.contacted(at: .at(10), fix: .at(10))
    let judgement = reach.judged(at: .at(10))
    #expect(judgement.status == .unknown)
    #expect(judgement.since == nil)
    #expect(judgement.rule == "x/y: not timed")
    reach.changed(duty: .offDuty, at: .at(20))
    #expect(reach.judged(at: .at(30)).status == .offDuty)
  }

  @Test("Fractions of a second are told as such")
  func fractions() {
    var reach = Reachability(
      duty: .onDuty, dutySince: .at(0), ruleName: "x/y",
      thresholds: Thresholds(degraded: 7_500, offline: 15_000))
    reach.contacted(at: .at(10), fix: .at(10))
    #expect(reach.judged(at: .at(20)).rule == "x/y: no fix for 7.5 s")
    #expect(reach.judged(at: .at(30)).rule == "x/y: no contact for 15 s")
  }

  @Test("A clock that went back does not take contact back")
  func clockStep() {
    var reach = Reachability(
      duty: .onDuty, dutySince: .at(0), ruleName: "x/y",
      thresholds: Thresholds(degraded: 90_000, offline: 180_000))
    reach.contacted(at: .at(100), fix: nil)
    reach.contacted(at: .at(40), fix: nil)
    #expect(reach.lastContact == .at(100))
  }
}

extension Reachability {
  fileprivate mutating func apply(_ step: ReachabilityTests.Step) {
    switch step {
    case .contact(let moment): contacted(at: .at(moment), fix: nil)
    case .fix(let moment, let taken): contacted(at: .at(moment), fix: .at(taken))
    case .duty(let duty, let moment): changed(duty: duty, at: .at(moment))
    }
  }
}
