import Rollcall
import Simulator
import Testing

@Suite("The server's view compared with the truth")
struct FleetComparisonTests {
  private static let start = SharedTime.start
  private static let responder = Profile(
    name: "responder", rules: [ProfileRule(name: "on_duty", interval: 60, degraded: 90, offline: 180)])

  private static func at(_ seconds: Int64) -> Timestamp { start.advanced(by: seconds * 1_000) }

  private static func place(_ number: Int64) throws -> Position {
    try #require(Position(latitude: 46 + Double(number) / 1_000, longitude: 14))
  }

  /// A phone that goes on duty at 0 and uploads pings of these seconds, each as it is taken unless it is said when.
  private static func truth(
    _ uploads: [(taken: [Int64], at: Int64)], spells: [Spell] = [], absences: [(Int64, Int64)] = [],
    counts: PhoneDiary.Counts = PhoneDiary.Counts(), spilt: Set<Int64> = [], never: [Int64] = []
  ) throws -> PhoneTruth {
    var first = PhoneDiary.Heard(at: start)
    first.duty = .onDuty
    var (heard, recorded, number) = ([first], [PhoneDiary.Recorded](), Int64(0))
    for upload in uploads {
      var request = PhoneDiary.Heard(at: at(upload.at))
      for second in upload.taken {
        var ping = Ping(position: try place(number), isMock: .no)
        ping.sequence = number
        ping.recordedAt = at(second)
        request.pings.append(ping)
        recorded.append(.init(sequence: number, at: at(second), position: ping.position))
        number += 1
      }
      heard.append(request)
    }
    for second in never {
      recorded.append(
        .init(
          sequence: number, at: at(second), position: try place(number), isSpilt: spilt.contains(number)))
      number += 1
    }
    return PhoneTruth(
      profile: responder, script: PhoneBehaviour(spells: spells), start: start, queue: "q",
      recorded: recorded, heard: heard, counts: counts,
      absences: absences.map { ServerAbsence(from: at($0.0), until: at($0.1)) })
  }

  private static func status(_ truth: PhoneTruth, until end: Int64) -> [String] {
    truth.status(until: at(end)).map { "\($0.at.since(start) / 1_000) \($0.status.rawValue)" }
  }

  @Test("the true status follows the contract's table, by the times at which fixes were really taken")
  func trueStatus() throws {
    let live: [(taken: [Int64], at: Int64)] = [([10], 10), ([70], 70), ([130], 130)]
    #expect(
      Self.status(try Self.truth(live), until: 1_000)
        == ["0 unknown", "10 online", "220 degraded", "310 offline"])
    // A backlog that brings nothing fresh is contact, and no more.
    let backlog = live + [([400, 460, 520], 1_000)]
    #expect(
      Self.status(try Self.truth(backlog), until: 1_100).suffix(2) == ["310 offline", "1000 degraded"])
    // Nobody is accused for the server's absence; what cannot be known then is unknown.
    #expect(
      Self.status(try Self.truth(live, absences: [(150, 400)]), until: 2_000)
        == ["0 unknown", "10 online", "400 unknown", "580 offline"])
  }

  @Test(
    "a server that is right is found right, and each way to be wrong is counted",
    arguments: [
      (nil, 0, 0, 1), ("220 → 221", 1, 1_000, 1), ("310 → 311", 0, 0, 0), ("no offline", 0, 0, 0),
      ("always online", 1, 780_000, 0),
    ] as [(String?, Int, Milliseconds, Int)])
  func greens(wrong: String?, greens: Int, time: Milliseconds, dated: Int) throws {
    let truth = try Self.truth([([10], 10), ([70], 70), ([130], 130)])
    var view = ServerView()
    view.changes = truth.status(until: Self.at(1_000))
    switch wrong {
    case "220 → 221": view.changes[2].at = Self.at(221)
    case "310 → 311": view.changes[3].at = Self.at(311)
    case "no offline": view.changes.removeLast()
    case "always online": view.changes.removeLast(2)
    default: break
    }
    var found = FleetComparison()
    found.add(truth, view, until: Self.at(1_000))
    #expect(found.wrongGreens == greens)
    #expect(found.wrongGreenTime == time)
    #expect(found.offlineDue == 1)
    #expect(found.offlineDated == dated)
    // Nothing is stored here: that is said in any case.
    #expect((found.oddities.count == 1) == (wrong == nil))
  }

  @Test("an offline that must not be is counted, and where nothing was judged nothing is claimed")
  func undue() throws {
    let truth = try Self.truth([([10], 10), ([70], 70), ([130], 130)])
    var view = ServerView()
    view.changes = truth.status(until: Self.at(1_000))
    view.changes.insert(.init(at: Self.at(20), status: .offline), at: 2)
    view.changes.insert(.init(at: Self.at(30), status: .online), at: 3)
    var found = FleetComparison()
    found.add(truth, view, until: Self.at(1_000))
    #expect((found.offlineDue, found.offlineDated, found.offlineUndue, found.judged) == (1, 1, 1, 1))
    found.addStored(truth, view, until: Self.at(1_000))
    #expect((found.phones, found.judged, found.offlineDue) == (2, 1, 1))
    #expect(found.answered == 8)
  }

  @Test(
    "who looks at the board may see a second-old green, not an older one", arguments: [(221, 0), (222, 1)])
  func board(second: Int64, wrong: Int) throws {
    let truth = try Self.truth([([10], 10), ([130], 130)])
    var found = FleetComparison()
    found.add(
      truth, ServerView(), until: Self.at(300), seen: [(Self.at(130), true), (Self.at(second), true)])
    #expect(found.wrongGreens == wrong)
  }

  @Test("a ping missing at the server is lost, unless the phone has counted it or still has it")
  func pings() throws {
    var counts = PhoneDiary.Counts()
    (counts.evicted, counts.setAside, counts.waiting) = (1, 1, [6])
    let truth = try Self.truth(
      [([10, 20], 30), ([40], 40), ([10, 20], 50)], counts: counts, spilt: [9], never: [60, 70, 80, 90, 100])
    var view = ServerView()
    for number in [Int64(0), 1, 2, 2, 3] {
      view.stored.append(.init(queue: "q", sequence: number, position: try Self.place(number)))
    }
    view.stored.append(.init(queue: "another", sequence: 0, position: try Self.place(0)))
    view.stored.append(.init(queue: "q", sequence: 4, position: try Self.place(77)))
    var found = FleetComparison()
    found.add(truth, view, until: Self.at(200))
    #expect(found.recorded == 10)
    #expect(found.spilt == 1)
    #expect(found.waiting == 1)
    #expect(found.twice == 1)
    #expect(found.strange == 2)
    // 5, 7 and 8 are missing; two of them are accounted for.
    #expect(found.lost == 1)
  }

  @Test(
    "the true cause is what lasted longest in the silence",
    arguments: [
      (100, 200, Cause.noNetwork), (300, 500, .appKilled), (600, 700, nil), (150, 420, .appKilled),
      (40, 90, .notObserved), (800, 900, .unknown),
    ] as [(Int64, Int64, Cause?)])
  func causes(from: Int64, to: Int64, cause: Cause?) throws {
    let truth = try Self.truth(
      [([10], 10)],
      spells: [
        Spell(.tunnel, from: 100_000, until: 210_000), Spell(.killed, from: 300_000, until: 550_000),
        Spell(.mock, from: 600_000, until: 700_000), Spell(.silent, from: 800_000),
      ], absences: [(50, 95)])
    #expect(truth.cause(from: Self.at(from), to: Self.at(to)) == cause)
    var view = ServerView()
    view.silences = [
      .init(from: Self.at(from), to: Self.at(to), worst: .offline, cause: .noNetwork),
      .init(from: Self.at(from), to: Self.at(to), worst: nil, cause: .notObserved),
    ]
    var found = FleetComparison()
    found.add(truth, view, until: Self.at(1_000))
    #expect(found.causes == [.init(truly: cause, named: .noNetwork): 1])
    #expect(found.causesRight == (cause == .noNetwork ? 1 : 0))
    // In real time, where statuses are not judged, the causes are all the same.
    var live = FleetComparison()
    live.addStored(truth, view, until: Self.at(1_000))
    #expect(live.causes == found.causes && live.judged == 0)
  }
}
