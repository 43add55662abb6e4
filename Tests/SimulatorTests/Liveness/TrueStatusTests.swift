import Rollcall
import Simulator
import Testing

@Suite("What a server must say")
struct TrueStatusTests {
  private static let start = SharedTime.start
  private static var moving: ProfileRule.Condition {
    var condition = ProfileRule.Condition()
    condition.speedAbove = 1
    return condition
  }
  /// D = 180 and 450 s, O = 360 and 900 s.
  private static let family = Profile(
    name: "family",
    rules: [
      ProfileRule(name: "moving", when: moving, interval: 120),
      ProfileRule(name: "stationary", interval: 300),
    ])
  private static let responder = Profile(
    name: "responder", rules: [ProfileRule(name: "on_duty", interval: 60, degraded: 90, offline: 180)])

  private static func at(_ seconds: Int64) -> Timestamp { start.advanced(by: seconds * 1_000) }

  /// What happens at a second: a request that brings a fix taken then, one that brings none, or an absence until then.
  private enum Step {
    case fix(Int64, at: Int64)
    case contact(Int64)
    case away(Int64, until: Int64)
  }

  private static func told(_ steps: [Step], until end: Int64 = 100_000) -> [String] {
    var status = TrueStatus(responder, at: start)
    var duty = TrueStatus.Request(at: start)
    duty.duty = .onDuty
    status.heard(duty)
    for step in steps {
      switch step {
      case .fix(let taken, let now):
        var request = TrueStatus.Request(at: at(now))
        request.fix = at(taken)
        status.heard(request)
      case .contact(let now): status.heard(TrueStatus.Request(at: at(now)))
      case .away(let from, let until): status.absent(from: at(from), to: at(until))
      }
    }
    status.settle(until: at(end))
    return status.changes.map { "\($0.at.since(start) / 1_000) \($0.status.rawValue)" }
  }

  @Test("a fix is fresh before its threshold, not at it")
  func strict() {
    #expect(Self.told([.fix(10, at: 99)], until: 99) == ["0 unknown", "99 online"])
    #expect(Self.told([.fix(10, at: 100)], until: 150) == ["0 unknown"])
  }

  @Test("no green outlives its fix during a downtime: it becomes unknown, and no one is blamed")
  func absence() {
    // The fix is too old within the absence, or soon after it.
    #expect(
      Self.told([.fix(100, at: 100), .away(150, until: 300)])
        == ["0 unknown", "100 online", "300 unknown", "480 offline"])
    #expect(
      Self.told([.fix(100, at: 100), .away(110, until: 160)])
        == ["0 unknown", "100 online", "190 unknown", "340 offline"])
    // A fix that was taken since is judged as ever.
    #expect(
      Self.told([.fix(100, at: 100), .away(110, until: 160), .fix(170, at: 170)])
        == ["0 unknown", "100 online", "260 degraded", "350 offline"])
    // Who was heard since, and brings no fresh fix, is degraded a whole threshold after our return.
    #expect(
      Self.told([.fix(100, at: 100), .away(110, until: 160), .contact(170), .contact(300)], until: 400)
        == ["0 unknown", "100 online", "190 unknown", "250 degraded"])
  }

  @Test("an absence of less than 30 s moves what is owed and no green")
  func shortAbsence() {
    #expect(
      Self.told([.fix(100, at: 100), .away(110, until: 120)])
        == ["0 unknown", "100 online", "190 unknown", "290 offline"])
  }

  @Test("a responder not heard since the last downtime is not watched anew after the next")
  func twoAbsences() {
    #expect(
      Self.told([.fix(100, at: 100), .away(150, until: 300), .away(310, until: 350)])
        == ["0 unknown", "100 online", "300 unknown", "520 offline"])
  }

  private static func ping(_ number: Int64, speed: Double) throws -> Ping {
    var ping = Ping(
      position: try #require(Position(latitude: 46 + Double(number) / 1_000, longitude: 14)), isMock: .no)
    ping.sequence = number
    ping.speed = speed
    return ping
  }

  @Test(
    "a ping that waited is dated by the clock at its recording, however wrong the clock is when it is sent")
  func queued() throws {
    let ahead: Milliseconds = 3_060_000
    var heard = [PhoneDiary.Heard(at: Self.start), PhoneDiary.Heard(at: Self.at(600))]
    heard[0].duty = .onDuty
    // Recorded while the clock was 51 min ahead, sent when it was right again, with one that is newer.
    var fast = try Self.ping(0, speed: 5)
    fast.recordedAt = Self.at(300).advanced(by: ahead)
    var slow = try Self.ping(1, speed: 0)
    slow.recordedAt = Self.at(600)
    heard[1].pings = [slow, fast]
    let truth = PhoneTruth(
      profile: Self.family,
      script: PhoneBehaviour(spells: [Spell(.clockSkew, from: 100_000, until: 500_000, amount: ahead)]),
      start: Self.start, queue: "q",
      recorded: [
        .init(sequence: 0, at: Self.at(300), position: fast.position),
        .init(sequence: 1, at: Self.at(600), position: slow.position),
      ], heard: heard, counts: PhoneDiary.Counts(), absences: [])
    let said = truth.status(until: Self.at(2_000)).map {
      "\($0.at.since(Self.start) / 1_000) \($0.status.rawValue)"
    }
    // Stationary is in force: 450 and 900 s.
    #expect(said == ["0 unknown", "600 online", "1050 degraded", "1500 offline"])
  }

  @Test("an event that waited is dated by what the phone was told, and the same duty told twice counts once")
  func events() throws {
    var lowPower = ProfileRule.Condition()
    lowPower.powerMode = "low_power"
    let profile = Profile(
      name: "responder",
      rules: [
        ProfileRule(name: "low power", when: lowPower, interval: 120, degraded: 150, offline: 300),
        ProfileRule(name: "on_duty", interval: 60, degraded: 90, offline: 180),
      ])
    let ahead: Milliseconds = 3_600_000
    var duty = PhoneDiary.Heard(at: Self.start)
    (duty.duty, duty.dutyAt) = (.onDuty, Self.start)
    var off = PhoneDiary.Heard(at: Self.at(5))
    (off.duty, off.dutyAt) = (.offDuty, Self.at(5))
    var back = PhoneDiary.Heard(at: Self.at(8))
    (back.duty, back.dutyAt) = (.onDuty, Self.at(8))
    var again = off
    again.at = Self.at(9)
    var told = PhoneDiary.Heard(at: Self.at(600))
    told.events = [
      DeviceEvent(kind: .power(.lowPower), at: Self.at(300).advanced(by: ahead)),
      DeviceEvent(kind: .power(.normal), at: Self.at(550)),
    ]
    var fix = try Self.ping(0, speed: 0)
    fix.recordedAt = Self.at(600)
    var upload = PhoneDiary.Heard(at: Self.at(600))
    upload.pings = [fix]
    let truth = PhoneTruth(
      profile: profile,
      script: PhoneBehaviour(spells: [Spell(.clockSkew, from: 100_000, until: 500_000, amount: ahead)]),
      start: Self.start, queue: "q",
      recorded: [.init(sequence: 0, at: Self.at(600), position: fix.position)],
      heard: [duty, off, back, again, told, upload], counts: PhoneDiary.Counts(), absences: [],
      events: [
        .init(kind: .power(.lowPower), dated: Self.at(300).advanced(by: ahead), at: Self.at(300)),
        .init(kind: .power(.normal), dated: Self.at(550), at: Self.at(550)),
      ])
    let said = truth.status(until: Self.at(2_000)).map {
      "\($0.at.since(Self.start) / 1_000) \($0.status.rawValue)"
    }
    #expect(said == ["0 unknown", "5 off_duty", "8 unknown", "600 online", "690 degraded", "780 offline"])
  }

  /// A phone of a responder, with what the server heard of it.
  private static func said(_ heard: [PhoneDiary.Heard], _ recorded: [Int64], until end: Int64) throws
    -> [String]
  {
    let truth = PhoneTruth(
      profile: responder, script: PhoneBehaviour(), start: start, queue: "q",
      recorded: try recorded.enumerated().map { number, second in
        .init(sequence: Int64(number), at: at(second), position: try ping(Int64(number), speed: 0).position)
      }, heard: heard, counts: PhoneDiary.Counts(), absences: [])
    return truth.status(until: at(end)).map { "\($0.at.since(start) / 1_000) \($0.status.rawValue)" }
  }

  private static func upload(_ number: Int64, at second: Int64, key: String) throws -> PhoneDiary.Heard {
    var heard = PhoneDiary.Heard(at: at(second))
    heard.pings = [try ping(number, speed: 0)]
    heard.key = key
    return heard
  }

  @Test("the same upload again is a contact and brings no fix")
  func replay() throws {
    var duty = PhoneDiary.Heard(at: Self.start)
    duty.duty = .onDuty
    let first = try Self.upload(0, at: 10, key: "a")
    let again = try Self.upload(0, at: 150, key: "a")
    #expect(
      try Self.said([duty, first, again], [10], until: 1_000)
        == ["0 unknown", "10 online", "100 degraded", "330 offline"])
  }

  @Test(
    "a duty that the phone dates before the one that holds is history, unless its clock is known to be slow")
  func dutyOfASlowClock() throws {
    func heard(_ state: DutyState, at second: Int64, dated: Int64) -> PhoneDiary.Heard {
      var heard = PhoneDiary.Heard(at: Self.at(second))
      (heard.duty, heard.dutyAt) = (state, Self.at(dated))
      return heard
    }
    let on = heard(.onDuty, at: 0, dated: 0)
    let off = heard(.offDuty, at: 50, dated: -3_550)
    #expect(try Self.said([on, off], [], until: 60) == ["0 unknown"])
    var uploads = [try Self.upload(0, at: 20, key: "a"), try Self.upload(1, at: 40, key: "b")]
    for index in uploads.indices { uploads[index].sentAt = uploads[index].at.advanced(by: -3_600_000) }
    #expect(
      try Self.said([on] + uploads + [off], [20, 40], until: 60) == ["0 unknown", "20 online", "50 off_duty"])
  }

  @Test(
    "a green of an undatable ping is counted apart, one that outlives it too is wrong",
    arguments: [100, 101])
  func undatable(end: Int64) throws {
    var duty = PhoneDiary.Heard(at: Self.start)
    duty.duty = .onDuty
    // Recorded at 5 s, an hour ahead, and heard at 10 s: by the contract it is as new as its arrival.
    var upload = try Self.upload(0, at: 10, key: "a")
    upload.pings[0].recordedAt = Self.at(3_605)
    let truth = PhoneTruth(
      profile: Self.responder, script: PhoneBehaviour(), start: Self.start, queue: "q",
      recorded: [.init(sequence: 0, at: Self.at(5), position: upload.pings[0].position)],
      heard: [duty, upload],
      counts: PhoneDiary.Counts(), absences: [])
    var view = ServerView()
    view.changes = [
      .init(at: Self.at(10), status: .online), .init(at: Self.at(end), status: .degraded),
    ]
    var found = FleetComparison()
    found.add(truth, view, until: Self.at(150))
    #expect(found.undatableGreens == (end == 100 ? 1 : 0))
    #expect(found.wrongGreens == (end == 100 ? 0 : 1))
  }
}
