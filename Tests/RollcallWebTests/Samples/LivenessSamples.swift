import Rollcall
import RollcallStore

@testable import RollcallWeb

extension CountCard: Sampled {
  static let sample = CountCard(
    status: StatusPill(.online), count: "31", href: "/w/city-rescue/board?status=online", isCurrent: true)
}

extension BoardRow: Sampled {
  static let sample = BoardRow(
    key: "r17", status: StatusPill(.offline),
    since: Moment(
      text: "12 min", iso: "2026-11-21T11:52:31.000Z", full: "2026-11-21 11:52:31.000 +00:00", ticks: "span"),
    rule: "responder/on_duty: no contact for 180 s", name: "Mirela Novak",
    href: "/w/city-rescue/responders/17", about: "Responder · North", duty: "On duty",
    lastContact: .sample,
    latestFix: Moment(
      text: "11:52:07", iso: "2026-11-21T11:52:07.000Z", full: "2026-11-21 11:52:07.000 +00:00", ticks: ""),
    battery: "38 %", batteryNote: "low power", flags: [.sample, FlagMark("backlog")],
    strip: .sample, assignment: "INC-214 · re-offering", assignmentHref: "/w/city-rescue/incidents/214")
}

extension BoardPage: Sampled {
  static let sample = BoardPage(
    shell: .sample, slug: "city-rescue", filter: BoardFilter(),
    regions: ["Centre", "East", "Harbour", "North"],
    profiles: ["responder", "driver", "field", "family"], counts: sampleCounts, rows: sampleRows,
    matching: 51,
    asOf: PageClock.sampleNow.advanced(by: -2_000), clock: PageClock.sample, csv: "/w/city-rescue/board.csv",
    past: "/w/city-rescue/board?at=2026-11-21T11%3A04%3A33Z")

  static var sampleCounts: BoardCounts {
    var counts = BoardCounts()
    for (status, count) in [
      (Status.online, 31), (.degraded, 4), (.offline, 3), (.unknown, 1), (.offDuty, 12),
    ] {
      counts[status] = count
    }
    return counts
  }

  /// Status, seconds in it, name, about, duty, seconds since contact and fix, battery.
  private typealias Example = (Status, Int64?, String, String, String, Int64?, Int64?, Double?)

  private static let examples: [Example] = [
    (.offline, 720, "Mirela Novak", "Responder · North", "On duty", 746, 746, 0.38),
    (.offline, 240, "Jonas Weber", "Responder · North", "On mission", 254, 254, 0.71),
    (.offline, 4_080, "Tara Okafor", "Field · Harbour", "On shift", 4_112, 4_112, 0.09),
    (.degraded, 40, "Sipho Dlamini", "Responder · Centre", "On duty", 8, 163, 0.64),
    (.degraded, 60, "أحمد بن عبد الرحمن", "Driver · East", "On shift", 71, 113, 0.80),
    (.online, 7_800, "Ravi Menon", "Responder · Centre", "On mission", 3, 5, 0.55),
    (.online, 2_280, "Lucía Torres", "Responder · Centre", "On duty", 21, 23, 0.91),
    (.online, 4_500, "Omar Haddad", "Driver · East", "Order 8841", 6, 8, 0.47),
    (.unknown, nil, "Piotr Zieliński", "Field · East", "On shift", nil, nil, nil),
    (.offDuty, 9_600, "Grace Kim", "Responder · Harbour", "Off duty", 9_621, 9_621, nil),
  ]

  static var sampleRows: [BoardRow] {
    examples.enumerated().map { index, example in
      let at = { (seconds: Int64?) in seconds.map { PageClock.sampleNow.advanced(by: -$0 * 1_000) } }
      return BoardRow(
        key: "r\(index + 1)", status: StatusPill(example.0),
        since: PageClock.sample.span(since: at(example.1)),
        rule: "responder/on_duty: no contact for 180 s", name: example.2,
        href: "/w/city-rescue/responders/\(index + 1)", about: example.3, duty: example.4,
        lastContact: PageClock.sample.age(of: at(example.5)), latestFix: PageClock.sample.time(at(example.6)),
        battery: Words.battery(example.7), batteryNote: index == 0 ? "low power" : "",
        flags: sampleFlags[index] ?? [], strip: ReachStrip(strip(index), clock: PageClock.sample),
        assignment: sampleAssignments[index] ?? "",
        assignmentHref: sampleAssignments[index] == nil ? "" : "/w/city-rescue/incidents/214")
    }
  }

  /// The last two hours: level and minutes ago from which it was so, until the next.
  static let sampleStrips: [[(ReachLevel, Int64)]] = [
    [(.green, 120), (.amber, 60), (.green, 57), (.amber, 26), (.red, 23)],
    [(.green, 120), (.amber, 16), (.red, 14)],
    [(.green, 120), (.amber, 80), (.red, 68)], [(.green, 120), (.red, 50), (.amber, 10)],
    [(.green, 120), (.amber, 2)], [(.green, 120)], [(.green, 120), (.amber, 70), (.green, 66)],
    [(.green, 120), (.notObserved, 90), (.green, 82)], [], [(.green, 120), (.none, 100)],
  ]

  static func strip(_ index: Int) -> [ReachSpan] {
    let parts = sampleStrips[index]
    return parts.enumerated().map { place, part in
      let end = place + 1 < parts.count ? parts[place + 1].1 : 0
      return ReachSpan(
        from: PageClock.sampleNow.advanced(by: -part.1 * 60_000),
        to: PageClock.sampleNow.advanced(by: -end * 60_000),
        level: part.0)
    }
  }

  static let sampleFlags = [
    3: [FlagMark("backlog")], 5: [sampleRest], 6: [FlagMark("mock")],
    7: [FlagMark("speed"), FlagMark("flapping")],
  ]

  static let sampleRest = FlagMark(
    atRestSince: PageClock.sampleNow.advanced(by: -5_400_000),
    confirmed: PageClock.sampleNow.advanced(by: -3_000),
    clock: PageClock.sample)

  static let sampleAssignments = [1: "INC-214 · re-offering", 5: "INC-213 · on scene"]
}

extension LaneHour: Sampled {
  static let sample = LaneHour(
    hour: "03:00", watched: "40", silent: "22", share: "55 %", red: "18", at: "03:10",
    board: "/w/city-rescue/board?at=2026-11-20T02:15:00.000Z", isWorst: true)
}

extension LaneRow: Sampled {
  static let sample = LaneRow(
    key: "r17", name: "Mirela Novak", href: "/w/city-rescue/responders/17?day=2026-11-20",
    about: "Responder · North", strip: .sample, reachable: "89 %", watched: "8 h 12 min",
    silences: "3, the longest 42 min")
}

extension LanesPage: Sampled {
  static let sample = example(people: 14)

  /// A day without anybody.
  static let nobody = example(people: 0)

  /// A day that cannot be read.
  static let wrong = example(people: 0, day: "yesterday", error: "“day” is not a day, like 2026-11-20.")

  /// A large workspace.
  static let crowded = example(people: 400)

  static let names = [
    "Mirela Novak", "Bartholomew Maximilian Featherstonehaugh-Cholmondeley", "محمد عبد الرحمن بن علي", "Jo",
  ]

  /// So many people, of whom half fall silent after three.
  static func example(people: Int, day: String = "2026-11-20", error: String = "") -> LanesPage {
    let clock = PageClock(now: PageClock.sampleNow) { _ in 3_600 }
    let date = CivilDate(isoDay: "2026-11-20") ?? CivilDate(daysSince1970: 0)
    let span = TimeSpan(from: clock.start(of: date), to: clock.start(of: date).advanced(by: 86_400_000))
    var facts = Facts(
      day: span, census: LaneCensus(of: span, now: clock.now), matching: people * 3,
      regions: ["Center", "North"],
      profiles: ["responder"], logFrom: span.from.advanced(by: 60_000))
    facts.shown = (0..<people).map { person($0, in: span, now: clock.now) }
    for person in facts.shown { facts.count(person) }
    var filter = LanesFilter()
    (filter.day, filter.region) = (day, people == 14 ? "North" : "")
    return LanesPage(
      shell: .example(.history, title: "Day lanes"), slug: "city-rescue", filter: filter, day: date,
      facts: facts,
      error: error, clock: clock
    ) { "/w/city-rescue/board?at=\(LocalTime.iso($0))" }
  }

  static func person(_ number: Int, in span: TimeSpan, now: Timestamp) -> LaneRow.Day {
    let at = { (minute: Int) in span.from.advanced(by: Int64(minute) * 60_000) }
    let watched = TimeSpan(from: at(number % 3 * 60), to: at(1_440 - number % 5 * 90))
    var quiet: [Quiet] = []
    let thresholds = Thresholds(degraded: 90_000, offline: 180_000)
    if number % 2 == 0 {
      quiet.append(Quiet(from: at(190 + number % 7), to: at(235 + number % 11 * 5), thresholds: thresholds))
    }
    if number % 5 == 1 {
      quiet.append(Quiet(from: at(600 + number % 300), to: at(603 + number % 300), thresholds: thresholds))
    }
    let lane = Lanes.reachable(
      in: span, watched: [watched], quiet: quiet, absences: [TimeSpan(from: at(840), to: at(850))],
      now: span.to)
    return LaneRow.Day(
      id: Responder.ID(Int64(number + 1)), name: names[number % names.count],
      region: number % 3 == 0 ? nil : "North", profile: "responder", lane: lane, in: span, now: now)
  }
}

extension PastBoardPage: Sampled {
  /// The example of a moment that has not come.
  static let future: PastBoardPage = {
    var filter = BoardFilter()
    filter.at = "2030-01-01"
    let board = BoardPage(
      shell: .sample, slug: "city-rescue", filter: filter, regions: [], profiles: [], counts: BoardCounts(),
      rows: [], matching: 0, asOf: PageClock.sampleNow, clock: PageClock.sample)
    return PastBoardPage(
      shell: .sample, slug: "city-rescue", board: board,
      problem: "That moment has not passed for 5 seconds: the live board shows it.")
  }()

  static let sample: PastBoardPage = {
    let moment = PageClock.sampleNow.advanced(by: -3_600_000)
    var filter = BoardFilter()
    filter.at = LocalTime.iso(moment)
    var board = BoardPage.sample
    board.moment = PageClock.sample.local(moment).field
    return PastBoardPage(
      shell: .sample, slug: "city-rescue", filter: filter, board: board, moment: moment,
      latest: PageClock.sampleNow,
      facts: Facts(
        absence: TimeSpan(from: moment.advanced(by: -60_000), to: moment.advanced(by: 30_000)),
        logFrom: moment.advanced(by: -9_000_000), positionsFrom: moment.advanced(by: 1)),
      clock: PageClock.sample)
  }()
}

extension PhoneAccessForms: Sampled {
  static let sample = PhoneAccessForms(
    name: "Mirela Novak", session: 12, isActive: true, path: "/w/city-rescue/responders/17")
}

extension LanePath: Sampled {
  static let sample = LanePath(level: "green", path: "M0 0h60v14h-60z")
}

extension ReachStrip: Sampled {
  static let sample = ReachStrip(
    box: "0 0 120 14",
    paths: [
      LanePath(level: "green", path: "M0 0h107v14h-107z"), LanePath(level: "red", path: "M107 9h13v5h-13z"),
    ],
    text: "reachable 89 % of the last 2 h; silent 11:52 – now")
}

extension SilenceEntry {
  static func at(_ hoursAgo: Double) -> Timestamp {
    PageClock.sampleNow.advanced(by: -Milliseconds(hoursAgo * 3_600_000))
  }

  static let sampleBackfilled = SilenceEntry(
    from: at(15), to: at(14.5), worst: .offline, cause: "no_network",
    evidence: [(at(14.5), "38 fixes were queued and arrived"), (at(14.5), "network none")],
    track: .backfilled(at: at(14.5)))

  static let samples = [
    sampleBackfilled,
    SilenceEntry(
      from: at(11), to: at(10.6), worst: nil, cause: "not_observed",
      evidence: [(at(11), "Rollcall itself was away for 24 min")]),
    SilenceEntry(
      from: at(6.5), to: at(6.1), worst: .degraded, cause: "power_saving",
      evidence: [(at(6.53), "low power mode on"), (at(6.2), "interval grew from 1 min to 4 min")],
      track: .complete),
    SilenceEntry(
      from: at(3.9), to: at(2.8), worst: .offline, cause: "app_killed",
      evidence: [
        (at(3.92), "last state background"), (at(3.4), "no fixes taken from here on for 36 min"),
        (at(2.8), "came back in foreground"),
      ], track: .missing(36 * 60_000)),
    SilenceEntry(
      from: at(0.208), to: nil, worst: .offline, cause: "unknown",
      evidence: [(at(0.208), "last contact: low power, battery 38 %, 38 pings waiting")]),
  ]
}

extension TimelineInput: Sampled {
  /// The day of the sketch: a late start, a tunnel, our own restart, a killed app.
  static let sample: TimelineInput = {
    let at = { (hoursAgo: Double) in PageClock.sampleNow.advanced(by: -Milliseconds(hoursAgo * 3_600_000)) }
    let reach: [(Double, Double, ReachLevel)] = [
      (30, 20.8, .none), (20.8, 15, .green), (15, 14.95, .amber), (14.95, 14.5, .red), (14.5, 11, .green),
      (11, 10.6, .notObserved), (10.6, 6.5, .green), (6.5, 6.1, .amber), (6.1, 3.9, .green),
      (3.9, 3.85, .amber), (3.85, 2.8, .red), (2.8, 0.208, .green), (0.208, 0.158, .amber), (0.158, 0, .red),
    ]
    let track: [(Double, Double, TrackLevel)] = [
      (30, 20.8, .none), (20.8, 15, .live), (15, 14.5, .late), (14.5, 11, .live), (11, 10.6, .notObserved),
      (10.6, 3.9, .live), (3.9, 3.4, .late), (3.4, 2.8, .blank), (2.8, 0.208, .live), (0.208, 0, .blank),
    ]
    return TimelineInput(
      reach: reach.map { LaneSpan(from: at($0), to: at($1), level: $2) },
      track: track.map { LaneSpan(from: at($0), to: at($1), level: $2) },
      events: [
        Event(at: at(20.8), label: "on duty 15:16"), Event(at: at(5.6), label: "INC-209 accepted 06:24"),
      ],
      doubts: [Doubt(at: at(9), flag: "speed"), Doubt(at: at(8.5), flag: "mock")],
      passages: [
        (18, true, "North"), (13.2, true, "Harbour pharmacy"), (12.7, false, "Harbour pharmacy"),
        (5.5, true, "Ferry pier"), (3.1, false, "North"),
      ].map { Passage(at: at($0), isEntry: $1, place: $2, hint: "\($1 ? "came to" : "left") \($2)") })
  }()
}

extension ResponderPage: Sampled {
  static let sample: ResponderPage = example(purged: .sample)

  /// The sample with another name, range or status.
  static func example(
    name: String = "Mirela Novak", filter: TimelineFilter = TimelineFilter(), status: Status = .offline,
    timeline: TimelineInput = .sample, silences: [SilenceEntry] = SilenceEntry.samples,
    asOf: Timestamp = PageClock.sampleNow, purged: PurgedNotice? = nil
  ) -> ResponderPage {
    let now = PageClock.sampleNow
    let clock = PageClock.sample
    var phone = PhoneState()
    phone.battery.record(0.38, at: now)
    phone.powerMode.record(.lowPower, at: now)
    phone.permission.record(.granted, at: now)
    phone.appState.record(.background, at: now)
    phone.locationServices.record(true, at: now)
    phone.network.record(.cellular, at: now)
    return ResponderPage(
      shell: Shell(
        section: .responders, title: name, slug: "city-rescue", workspace: "City Rescue",
        member: "Dispatcher A.", role: .dispatcher, csrf: "sample-token"),
      slug: "city-rescue", filter: filter,
      span: filter.span(now: now) { text in CivilDate(isoDay: text).map { clock.start(of: $0) } },
      person: ResponderNow(
        id: Responder.ID(17), name: name, profile: "responder", region: "North", duty: "On duty",
        status: status,
        since: now.advanced(by: -720_000), rule: "responder/on_duty: no contact for 180 s",
        lastContact: now.advanced(by: -746_000), latestFix: now.advanced(by: -755_000),
        flags: ["backlog", "mock"],
        assignment: Link(label: "INC-214 · re-offering", href: "/w/city-rescue/incidents/214")),
      timeline: timeline, silences: silences,
      transitions: [
        Transition(
          at: now.advanced(by: -74_880_000), from: .offDuty, to: .unknown,
          rule: "responder/on_duty: on duty, no fresh fix yet"),
        Transition(
          at: now.advanced(by: -74_820_000), from: .unknown, to: .online,
          rule: "responder/on_duty: a fresh fix"),
        Transition(
          at: now.advanced(by: -800_000), from: .online, to: .degraded,
          rule: "responder/on_duty: no fix for 90 s"),
        Transition(
          at: now.advanced(by: -720_000), from: .degraded, to: .offline,
          rule: "responder/on_duty: no contact for 180 s"),
      ],
      report: LatestReport(
        position: Position(latitude: 45.8144, longitude: 15.978), accuracy: 12,
        takenAt: now.advanced(by: -755_000),
        receivedAt: now.advanced(by: -746_000), phone: phone, queueDepth: 38),
      phone: PhoneFacts(
        device: "3f2a9c1e-77b0",
        about: PhoneDevice(name: "Mirela's phone", platform: "Android", osVersion: "14", appVersion: "3.2.1"),
        signedInAt: now.advanced(by: -777_780_000), session: "active",
        endsAt: now.advanced(by: 5_000_000_000), lastContact: now.advanced(by: -746_000),
        address: "203.0.113.7", network: "Demo Hosting (AS64498), Netherlands",
        queues: [.init(name: "3f2a9c1e-77b0", seen: 1...8_812, missing: [455...461, 2_000...2_000])]),
      doubts: [("mock", 3), ("speed", 1), ("frozen", 0)],
      uploads: UploadFacts(
        uploads: 1_204, stored: 8_640, duplicates: 50, expired: 0,
        rejected: [
          .init(field: "lat", rule: "range", count: 3), .init(field: "speed", rule: "range", count: 12),
        ]),
      push: .sample, mayTestPush: true, access: .sample, mayExport: true, privacy: (true, true),
      asOf: asOf, purged: purged, mayHold: true, clock: clock)
  }
}

extension ScreenPage: Sampled {
  static let sample: ScreenPage = {
    var counts = BoardCounts()
    for (status, count) in [
      (Status.online, 31), (.degraded, 4), (.offline, 3), (.unknown, 1), (.offDuty, 12),
    ] {
      counts[status] = count
    }
    let rows = BoardPage.sample.rows.items.map { row in
      WallRow(
        key: row.key, status: row.status, since: row.since, name: row.name, region: "North", duty: row.duty,
        lastContact: row.lastContact, flags: row.flags, assignment: row.assignment)
    }
    return ScreenPage(
      workspace: "City Rescue", screen: "Control room", counts: counts, rows: rows, total: 51,
      asOf: PageClock.sampleNow.advanced(by: -2_000), clock: PageClock.sample)
  }()
}

extension WallCount: Sampled {
  static let sample = WallCount(status: StatusPill(.online), count: "31")
}

extension WallRow: Sampled {
  static let sample = WallRow(
    key: "r1", status: StatusPill(.offline), since: .sample, name: "Mirela Novak", region: "North",
    duty: "On duty", lastContact: .sample, flags: [.sample], assignment: "INC-214 · re-offering")
}

extension SilenceRow.Evidence: Sampled {
  static let sample = Self(
    at: PageClock.sample.time(PageClock.sampleNow.advanced(by: -720_000)), text: "low power mode on")
}

extension SilenceRow: Sampled {
  static let sample = SilenceRow(.sampleBackfilled, clock: PageClock.sample)
}

extension StatusSentence: Sampled {
  static let sample = StatusSentence(
    .offline, since: PageClock.sampleNow.advanced(by: -720_000),
    rule: "responder/on_duty: no contact for 180 s",
    lastContact: PageClock.sampleNow.advanced(by: -746_000), latestFix: nil, clock: PageClock.sample)
}

extension TimelineDrawing: Sampled {
  static let sample = TimelineDrawing(
    .sample, from: PageClock.sampleNow.advanced(by: -86_400_000), to: PageClock.sampleNow,
    clock: PageClock.sample)
}

extension TimelineDrawing.Line: Sampled {
  static let sample = Self(x: "12.5%", kind: "event", hint: "on duty 15:12")
}

extension TimelineDrawing.Spot: Sampled {
  static let sample = Self(x: "12.5%", width: "2%", hint: "21:06 – 21:36 · 30 min · No network")
}

extension TimelineDrawing.Passages: Sampled {
  static let sample = Self(
    marks: [TimelineDrawing.Line(x: "12.5%", kind: "enter", hint: "came to Kiosk 15:12")], names: [.sample])
}

extension TimelineNow: Sampled {
  static let sample = TimelineNow(place: 0.71, text: "now 17:03")
}

extension TimelineLabel: Sampled {
  static let sample = TimelineLabel(x: "12.5%", anchor: "start", text: "15:00", screen: "wide")
}

extension TransitionRow: Sampled {
  static let sample = TransitionRow(
    Transition(
      at: PageClock.sampleNow.advanced(by: -720_000), from: .degraded, to: .offline,
      rule: "responder/on_duty: no contact for 180 s"), clock: PageClock.sample)
}
