import Rollcall

@testable import RollcallStore
@testable import RollcallWeb

extension CountCard: Sampled {
  static let sample = CountCard(
    status: StatusPill(.online), count: "31", href: "/w/city-rescue/board?status=online", isCurrent: true)
}

extension BoardRow: Sampled {
  static let sample = BoardRow(
    key: "r17", status: StatusPill(.offline),
    since: Moment(
      text: "12 min", iso: "2026-11-21T11:52:31.000Z", full: "2026-11-21 11:52:31 +00:00", ticks: "span"),
    rule: "responder/on_duty: no contact for 180 s", name: "Mirela Novak",
    href: "/w/city-rescue/responders/17", about: "Responder · North", duty: "On duty",
    turn: DutyTurn(
      of: "Mirela Novak", .onDuty, hasIncident: false, path: "/w/city-rescue/responders/17/duty"),
    lastContact: .sample,
    latestFix: Moment(
      text: "11:52:07", iso: "2026-11-21T11:52:07.000Z", full: "2026-11-21 11:52:07 +00:00", ticks: ""),
    battery: "38 %", batteryNote: "low power", flags: [.sample, FlagMark("backlog")],
    strip: .sample, assignment: "INC-214 · re-offering", assignmentHref: "/w/city-rescue/incidents/214")
}

extension BoardPage: Sampled {
  static let sample = BoardPage(
    Content(
      filter: BoardFilter(), regions: ["Centre", "East", "Harbour", "North"],
      profiles: ["responder", "driver", "field", "family"], counts: sampleCounts, rows: sampleRows,
      matching: 51, asOf: PageClock.sampleNow.advanced(by: -2_000), csv: "/w/city-rescue/board.csv",
      past: "/w/city-rescue/board?at=2026-11-21T11%3A04%3A33Z", turns: true),
    shell: .sample, slug: "city-rescue", clock: PageClock.sample)

  /// A board with steps still to be taken.
  static var new: BoardPage {
    var page = sample
    page.checklist = .sample
    return page
  }

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
        turn: DutyTurn(
          of: example.2, example.0 == .offDuty ? .offDuty : .onDuty,
          hasIncident: sampleAssignments[index] != nil,
          path: "/w/city-rescue/responders/\(index + 1)/duty"),
        lastContact: PageClock.sample.age(of: at(example.5)), latestFix: PageClock.sample.time(at(example.6)),
        battery: Words.share(example.7), batteryNote: index == 0 ? "low power" : "",
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
  static let sample = LanesPage.sample.rows.items[0]
}

extension LanesPage: Sampled {
  static let sample = example(people: 14)

  /// A day without anybody.
  static let nobody = example(people: 0)

  /// A day that cannot be read.
  static let wrong = example(people: 0, day: "yesterday", error: Words.Spans.wrongDay)

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
      regions: ["Center", "North"], profiles: ["responder"], logFrom: span.from.advanced(by: 60_000))
    facts.shown = (0..<people).map { person($0, in: span, now: clock.now) }
    for person in facts.shown { facts.count(person) }
    var filter = LanesFilter()
    (filter.day, filter.region) = (day, people == 14 ? "North" : "")
    return LanesPage(
      facts, filter: filter, time: AskedDays(span, clock, problem: error),
      shell: .example(.history, title: "Day overview"),
      slug: "city-rescue", clock: clock
    ) { "/w/city-rescue/board?at=\(LocalTime.iso($0))" }
  }

  static func person(_ number: Int, in span: TimeSpan, now: Timestamp) -> LaneDay {
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
    let person = WorkspaceLanes.Person(
      id: Responder.ID(Int64(number + 1)), name: names[number % names.count],
      region: number % 3 == 0 ? nil : "North", profile: "responder",
      facts: StripFacts(watched: [watched], quiet: quiet))
    return LaneDay(person, lane: lane, in: span, now: now)
  }
}

extension PastBoardPage: Sampled {
  /// The example of a moment that has not come.
  static let future: PastBoardPage = {
    var filter = BoardFilter()
    filter.at = "2030-01-01"
    let board = BoardPage(
      .init(filter: filter, asOf: PageClock.sampleNow), shell: .sample, slug: "city-rescue",
      clock: PageClock.sample)
    return PastBoardPage(
      board, problem: "That moment has not passed for 5 seconds: the live board shows it.", shell: .sample,
      slug: "city-rescue")
  }()

  static let sample: PastBoardPage = {
    let moment = PageClock.sampleNow.advanced(by: -3_600_000)
    var filter = BoardFilter()
    filter.at = LocalTime.iso(moment)
    var board = BoardPage.sample
    board.moment = SpanField(
      "at", Words.Spans.moment, .from, text: moment.rfc3339, PageClock.sample, isRequired: true)
    let past = BoardSnapshot(
      at: moment, entries: [],
      absence: TimeSpan(from: moment.advanced(by: -60_000), to: moment.advanced(by: 30_000)),
      logFrom: moment.advanced(by: -9_000_000), positionsFrom: moment.advanced(by: 1))
    return PastBoardPage(
      board, of: past, filter: filter, latest: PageClock.sampleNow, shell: .sample, slug: "city-rescue",
      clock: PageClock.sample)
  }()
}

extension PhoneAccessForms: Sampled {
  static let sample = PhoneAccessForms(
    name: "Mirela Novak", session: "12", endPath: "/w/city-rescue/responders/17/end-session",
    activePath: "/w/city-rescue/responders/17/active", isActive: true)
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

  static func sample(
    _ from: Double, _ to: Double?, _ worst: Silence.Worst?, _ cause: Cause,
    _ evidence: [(Double, String)] = [],
    track: Track = .unknown
  ) -> SilenceEntry {
    var entry = SilenceEntry(
      Silence(
        from: at(from), to: to.map(at), thresholds: Thresholds(degraded: 90_000, offline: 180_000),
        worst: worst, cause: cause, evidence: evidence.map { Evidence(at: at($0.0), text: $0.1) }))
    entry.track = track
    return entry
  }

  static let sampleBackfilled = sample(
    15, 14.5, .offline, .noNetwork, [(14.5, "38 fixes were queued and arrived"), (14.5, "network none")],
    track: .backfilled(at: at(14.5)))

  static let samples = [
    sampleBackfilled,
    sample(11, 10.6, nil, .notObserved, [(11, "Rollcall itself was away for 24 min")]),
    sample(
      6.5, 6.1, .degraded, .powerSaving,
      [(6.53, "low power mode on"), (6.2, "interval grew from 1 min to 4 min")], track: .complete),
    sample(
      3.9, 2.8, .offline, .appKilled,
      [
        (3.92, "last state background"), (3.4, "no fixes taken from here on for 36 min"),
        (2.8, "came back in foreground"),
      ], track: .missing(36 * 60_000)),
    sample(
      0.208, nil, .offline, .unknown, [(0.208, "last contact: low power, battery 38 %, 38 pings waiting")]),
  ]
}

extension TimelineInput.Named {
  init(from: Timestamp, to: Timestamp, label: String, hint: String) {
    self.init(span: TimeSpan(from: from, to: to), label: label, hint: hint)
  }
}

extension TimelineDrawing {
  init(_ input: TimelineInput, from: Timestamp, to: Timestamp, clock: PageClock) {
    self.init(input, in: TimeSpan(from: from, to: to), clock: clock)
  }
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
        (at: at(20.8), label: "on duty 15:16"), (at: at(5.6), label: "INC-209 accepted 06:24"),
      ],
      doubts: [(at: at(9), flag: "speed"), (at: at(8.5), flag: "mock")],
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
    let facts = PersonFacts.sample
    return ResponderPage(
      Content(
        filter: filter,
        span: filter.span(now: now) { text in CivilDate(isoDay: text).map { clock.start(of: $0) } },
        person: ResponderNow(
          id: Responder.ID(17), name: name, profile: "responder", region: "North", duty: "On duty",
          status: status, since: now.advanced(by: -720_000), rule: "responder/on_duty: no contact for 180 s",
          lastContact: now.advanced(by: -746_000), latestFix: now.advanced(by: -755_000),
          flags: ["backlog", "mock"],
          assignment: Link(label: "INC-214 · re-offering", href: "/w/city-rescue/incidents/214")),
        timeline: timeline, silences: silences, transitions: sampleTransitions,
        cards: [
          LatestReport(
            position: Position(latitude: 45.8144, longitude: 15.978), accuracy: 12,
            takenAt: now.advanced(by: -755_000), receivedAt: now.advanced(by: -746_000), phone: phone,
            queueDepth: 38
          ).card(clock),
          facts.phoneCard(
            heardAt: now.advanced(by: -746_000),
            origin: ("203.0.113.7", "Demo Hosting (AS64498), Netherlands"), clock),
          .doubts(
            ["mock", "mock", "mock", "speed"].map { Timeline.Flag(at: now, flag: $0, pingID: 1) }, beside: []),
          facts.uploads.card, PushFacts.sample.card(clock),
        ],
        access: .sample, canTestPush: true,
        rights: Rights(export: true, manage: true, erase: true, hold: true), help: .sample, purged: purged,
        asOf: asOf),
      shell: Shell(
        section: .responders, title: name, slug: "city-rescue", workspace: "City Rescue",
        member: "Dispatcher A.", role: .dispatcher, csrf: "sample-token", now: PageClock.sampleNow),
      slug: "city-rescue", clock: clock)
  }

  static let sampleTransitions: [Transition] = {
    let steps: [(Int64, Status, Status, String)] = [
      (74_880, .offDuty, .unknown, "on duty, no fresh fix yet"), (74_820, .unknown, .online, "a fresh fix"),
      (800, .online, .degraded, "no fix for 90 s"), (720, .degraded, .offline, "no contact for 180 s"),
    ]
    return steps.map { seconds, from, to, rule in
      Transition(
        at: PageClock.sampleNow.advanced(by: -seconds * 1_000), from: from, to: to,
        rule: "responder/on_duty: \(rule)")
    }
  }()
}

extension PersonFacts {
  static let sample: PersonFacts = {
    let now = PageClock.sampleNow
    return PersonFacts(
      session: PhoneSession(
        id: PhoneSession.ID(1), responder: Responder.ID(17), workspace: Workspace.ID(1),
        deviceID: "3f2a9c1e-77b0", expiresAt: now.advanced(by: 5_000_000_000)),
      signedInAt: now.advanced(by: -777_780_000), loggedOut: false,
      device: PhoneDevice(
        name: "Mirela's phone", platform: "Android", osVersion: "14", appVersion: "3.2.1"),
      address: "203.0.113.7",
      queues: [
        Queue(
          name: "3f2a9c1e-77b0", seen: SequenceSet(ranges: [1...454, 462...1_999, 2_001...8_812]))
      ],
      latestReceivedAt: nil,
      uploads: Uploads(
        requests: 1_204, stored: 8_640, duplicates: 50, expired: 0,
        rejected: [("lat: range", 3), ("speed: range", 12)]))
  }()
}

extension ScreenPage: Sampled {
  static let sample: ScreenPage = {
    var counts = BoardCounts()
    for (status, count) in [
      (Status.online, 31), (.degraded, 4), (.offline, 3), (.unknown, 1), (.offDuty, 12),
    ] {
      counts[status] = count
    }
    let rows = BoardPage.sample.rows.items.map { WallRow(row: $0, region: "North") }
    return ScreenPage(
      ScreenPage.Content(
        workspace: "City Rescue", screen: "Control room", filter: WallFilter([("region", "North")]),
        regions: ["North", "South"], counts: counts,
        alerts: (1...4).map { index in
          (
            Notice(level: "danger", pill: StatusPill(.offline), title: "INC-\(index) has nobody"),
            PageClock.sampleNow.advanced(by: Int64(-95_000 * index))
          )
        },
        incidents: IncidentsPage.summaries.map { WallIncident($0, clock: PageClock.sample) },
        worst: Array(rows) + Array(rows), asOf: PageClock.sampleNow.advanced(by: -2_000)),
      clock: PageClock.sample)
  }()
}

extension SilenceRow: Sampled {
  static let sample = SilenceRow(.sampleBackfilled, clock: PageClock.sample)
}

extension TimelineDrawing: Sampled {
  static let sample = TimelineDrawing(
    .sample, from: PageClock.sampleNow.advanced(by: -86_400_000), to: PageClock.sampleNow,
    clock: PageClock.sample)
}

extension TransitionRow: Sampled {
  static let sample = TransitionRow(
    Transition(
      at: PageClock.sampleNow.advanced(by: -720_000), from: .degraded, to: .offline,
      rule: "responder/on_duty: no contact for 180 s"), clock: PageClock.sample)
}

extension PersonHelp: Sampled {
  static let sample = PersonHelp(
    [.silent, .powerSaving], call: nil,
    others: Link(label: Words.Help.others("North"), href: "/w/city-rescue/board?region=North&status=online"))
}

extension MergePage: Sampled {
  static let sample = example(problem: "The duplicate has an offer or an incident.")

  /// The question about a duplicate, or without one the choice.
  static func example(problem: String = "", isChosen: Bool = true) -> MergePage {
    let kept = Responder(
      id: Responder.ID(17), workspace: Workspace.ID(1), name: "Mirela Novak", profile: "responder")
    let other = Responder(
      id: Responder.ID(41), workspace: Workspace.ID(1), name: "Novak, M.", phone: "+38640123456",
      profile: "responder", region: "North",
      externalID: "R-041")
    return MergePage(
      shell: .sample, slug: "city-rescue", kept: kept, duplicate: isChosen ? other : nil, others: [other],
      problem: problem)
  }
}
