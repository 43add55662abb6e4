import Rollcall
import Testing

@Suite("The table of statuses, row by row")
struct LivenessTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let steps: [LivenessStep]
    let log: [String]

    init(_ name: String, _ steps: [LivenessStep], _ log: [String]) {
      (testDescription, self.steps, self.log) = (name, steps, log)
    }
  }

  static let on = "0 off_duty→unknown on duty, no fresh fix yet"
  static let online = "1 unknown→online a fresh fix"
  static let start: [LivenessStep] = [.duty(.onDuty, 0), .fix(1, taken: 1)]

  static let cases = [
    Case(
      "without any fix ever: unknown, however long", [.duty(.onDuty, 0), .contact(50), .look(9_999)], [on]),
    Case(
      "a fix a moment younger than D is fresh", [.duty(.onDuty, 0), .fix(89.999, taken: 0)],
      [on, "89.999 unknown→online a fresh fix"]),
    Case(
      "a fix exactly D old is not", [.duty(.onDuty, 0), .fix(90, taken: 0)], [on]),
    Case(
      "a confirmed place is green as of its confirmation",
      start + [.sign(80, made: 79), .look(500)],
      [on, online, "169 online→degraded no fix for 90 s", "260 degraded→offline no contact for 180 s"]),
    Case(
      "a confirmation makes green again, with its own rule",
      start + [.sign(200, made: 199), .look(250)],
      [
        on, online, "91 online→degraded no fix for 90 s", "181 degraded→offline no contact for 180 s",
        "200 offline→online at rest, place confirmed",
      ]),
    Case(
      "a confirmation made D ago is contact alone", start + [.sign(200, made: 110)],
      [
        on, online, "91 online→degraded no fix for 90 s", "181 degraded→offline no contact for 180 s",
        "200 offline→degraded contact without a fresh fix",
      ]),
    Case(
      "an older confirmation takes nothing away",
      start + [.fix(60, taken: 60), .sign(70, made: 30), .look(151)],
      [on, online, "150 online→degraded no fix for 90 s"]),
    Case(
      "quiet: degraded after D, offline after O, each at its own instant", start + [.look(500)],
      [on, online, "91 online→degraded no fix for 90 s", "181 degraded→offline no contact for 180 s"]),
    Case("at the very instant of a deadline it has not passed", start + [.look(91)], [on, online]),
    Case(
      "a phone that answers but may not read its position is degraded, not offline",
      start + [.contact(80), .contact(160), .contact(240), .look(400)],
      [on, online, "91 online→degraded no fix for 90 s"]),
    Case(
      "a contact without a fresh fix ends offline, a fresh fix makes green again",
      start + [.contact(300), .fix(310, taken: 305)],
      [
        on, online, "91 online→degraded no fix for 90 s", "181 degraded→offline no contact for 180 s",
        "300 offline→degraded contact without a fresh fix", "310 degraded→online a fresh fix",
      ]),
    Case(
      "replayed backlog oldest first: green only with the fresh fix",
      start + [.fix(300, taken: 60), .fix(301, taken: 120), .fix(302, taken: 200), .fix(303, taken: 290)],
      [
        on, online, "91 online→degraded no fix for 90 s", "181 degraded→offline no contact for 180 s",
        "300 offline→degraded contact without a fresh fix", "303 degraded→online a fresh fix",
      ]),
    Case(
      "replayed backlog newest first: green at once, the rest changes nothing",
      start + [.fix(300, taken: 290), .fix(301, taken: 200), .fix(302, taken: 60), .look(380)],
      [
        on, online, "91 online→degraded no fix for 90 s", "181 degraded→offline no contact for 180 s",
        "300 offline→online a fresh fix",
      ]),
    Case(
      "undated backlog: contact, not green", start + [.contact(300), .contact(301)],
      [
        on, online, "91 online→degraded no fix for 90 s", "181 degraded→offline no contact for 180 s",
        "300 offline→degraded contact without a fresh fix",
      ]),
    Case(
      "permission revoked, then quiet: degraded by the fix, offline by the last contact",
      start + [.contact(60), .look(999)],
      [on, online, "91 online→degraded no fix for 90 s", "240 degraded→offline no contact for 180 s"]),
    Case(
      "an old fix while green keeps the deadline of the newest one",
      start + [.fix(20, taken: 0), .look(100)],
      [on, online, "91 online→degraded no fix for 90 s"]),
    Case(
      "the first fix ever begins the watch, even an old one",
      [.duty(.onDuty, 0), .fix(500, taken: 100), .look(800)],
      [on, "590 unknown→degraded no fix for 90 s", "680 degraded→offline no contact for 180 s"]),
    Case(
      "off duty is not watched, and its fixes never count",
      start + [.duty(.offDuty, 30), .fix(40, taken: 40), .look(5_000)],
      [on, online, "30 online→off_duty off duty"]),
    Case(
      "off duty overnight and on again without a fix: unknown, degraded after D, offline after O",
      start + [.duty(.offDuty, 30), .duty(.onDuty, 30_000), .look(31_000)],
      [
        on, online, "30 online→off_duty off duty", "30000 off_duty→unknown on duty, no fresh fix yet",
        "30090 unknown→degraded no fix for 90 s", "30180 degraded→offline no contact for 180 s",
      ]),
    Case(
      "a revoked session is offline at once, even without any fix ever", [.duty(.onDuty, 0), .revoked(7)],
      [on, "7 unknown→offline session revoked"]),
    Case("a revoked session off duty changes nothing", [.revoked(7)], []),
    Case(
      "after a revoked session a contact shows that the phone is there", start + [.revoked(7), .contact(9)],
      [on, online, "7 online→offline session revoked", "9 offline→degraded contact without a fresh fix"]),
    Case(
      "a revoked session, then contact, without any fix ever: unknown, not offline",
      [.duty(.onDuty, 0), .revoked(7), .contact(9)],
      [on, "7 unknown→offline session revoked", "9 offline→unknown contact without a fresh fix"]),
  ]

  @Test("the log is", arguments: cases) func log(_ row: Case) {
    let (_, log) = Liveness.after(row.steps)
    #expect(log.map(\.words) == row.log)
  }

  @Test("a person's first row comes from nothing") func first() {
    let live = Liveness(createdAt: .at(3), rule: .onDuty)
    #expect(
      live.firstTransition
        == Transition(at: .at(3), from: nil, to: .offDuty, rule: "responder/on_duty: off duty"))
  }

  @Test("fractions of seconds stand in the words") func fractions() {
    let (_, log) = Liveness.after(Self.start + [.look(100)], rule: .seconds("x/y", 7.5, 15))
    #expect(log.map(\.rule).contains("x/y: no fix for 7.5 s"))
  }
}
