import Rollcall

@testable import RollcallStore
@testable import RollcallWeb

extension StatementSheet: Sampled {
  static let sample = example(of: [.sample])

  private static let start = PageClock.sampleNow.advanced(by: -4 * 3_600_000)

  /// A statement about the last four hours.
  static func example(of people: [PersonStatement], incident: IncidentRecord? = nil) -> StatementSheet {
    let span = TimeSpan(from: start, to: PageClock.sampleNow)
    let subject: StatementQuestion.Subject =
      incident.map { .incident($0.id) } ?? (people.count == 1 ? .person(people[0].responder) : .shift)
    let statement = Statement(
      question: StatementQuestion(subject, in: span, knownBefore: PageClock.sampleNow), people: people,
      positions: [:], incident: incident)
    let cover = StatementCover(
      workspace: Workspace(
        id: Workspace.ID(1), slug: "city-rescue", name: "City Rescue", timeZone: "Europe/Ljubljana",
        retentionDays: 90),
      madeBy: "dora@example.org", version: "1.0.0",
      mark: StatementMark(
        number: 4_211, hash: String(repeating: "5e2f", count: 16), at: PageClock.sampleNow),
      sha256: String(repeating: "ab12", count: 16))
    return StatementSheet(
      statement, cover, names: { $0.rawValue == 1 ? "Mirela Novak" : "ليلى حداد" },
      actors: { $0 == "member:7" ? "eva@example.org" : $0 })
  }
}

extension PersonStatement {
  static let sample = example(1)

  /// A person with one silence, a late run, doubts, a decision and looks.
  static func example(_ id: Int64) -> PersonStatement {
    let start = PageClock.sampleNow.advanced(by: -4 * 3_600_000)
    func at(_ minutes: Int64) -> Timestamp { start.advanced(by: minutes * 60_000) }
    var person = PersonStatement(Responder.ID(id), in: TimeSpan(from: start, to: PageClock.sampleNow))
    let rule = "responder/on_duty: a fresh fix"
    person.before = Transition(at: at(-30), from: .offline, to: .online, rule: rule)
    person.heardSince = at(-10_000)
    person.transitions = [
      Transition(at: at(90), from: .online, to: .degraded, rule: "responder/on_duty: no fix for 90 s"),
      Transition(at: at(92), from: .degraded, to: .offline, rule: "responder/on_duty: no contact for 180 s"),
      Transition(at: at(140), from: .offline, to: .online, rule: rule),
    ]
    person.silences = [
      Silence(
        from: at(89), to: at(140), thresholds: Thresholds(degraded: 90_000, offline: 180_000),
        worst: .offline, cause: .noNetwork,
        evidence: [
          Evidence(at: at(89), text: "network none"), Evidence(at: at(140), text: "17 fixes were taken"),
        ])
    ]
    person.absences = [TimeSpan(from: at(200), to: at(205))]
    person.duty = [Timeline.Duty(at: at(0), state: .onDuty)]
    person.contacts = (0..<80).map {
      PersonStatement.Contact(at: at($0), stored: 1, duplicates: 0)
    }
    person.positions = 97
    person.late = [
      PersonStatement.Late(
        first: at(91), last: at(138), count: 17, arrivedFirst: at(140), arrivedLast: at(140))
    ]
    person.trackGaps = [TrackGap(from: at(89), to: at(141), backfilledAt: at(140))]
    person.doubts = [PersonStatement.Doubt(flag: "mock", count: 3, first: at(20), last: at(24))]
    person.decisions = [
      PersonStatement.Decision(
        at: at(60), by: "member:7", flag: "mock", state: .confirmed, count: 3, note: "He <told> us.")
    ]
    person.looks = [
      PersonStatement.Look(entry: 4_100, at: at(61), by: "member:7", action: "look.responder", isList: false),
      PersonStatement.Look(entry: 4_101, at: at(62), by: "member:7", action: "look.board", isList: true),
    ]
    return person
  }
}

extension IncidentRecord {
  static let sample = IncidentRecord(
    id: Incident.ID(7), kind: "incident", openedAt: PageClock.sampleNow.advanced(by: -4 * 3_600_000),
    closedAt: nil, offers: [], assignments: [],
    steps: [
      Step(
        at: PageClock.sampleNow.advanced(by: -3 * 3_600_000), actor: "member:eva@example.org", step: "opened",
        responder: nil, detail: "")
    ])
}

extension StatementPage: Sampled {
  static let sample = example(.sample)

  static func example(_ sheet: StatementSheet?, error: String = "") -> StatementPage {
    StatementPage(
      shell: .example(.responders, title: "Statement", role: .auditor),
      heading: "Statement about Mirela Novak",
      path: "/w/city-rescue/responders/1/statement",
      times: StatementPage.times(
        from: PageClock.sampleNow.advanced(by: -4 * 3_600_000), to: PageClock.sampleNow, known: nil,
        PageClock.sample),
      error: error, sheet: sheet,
      files: sheet == nil
        ? [] : [Link(label: "ZIP with all tables", href: "/w/city-rescue/responders/1/statement.zip")],
      note: sheet == nil ? "" : Words.Statement.Form.noPDF, mail: sheet == nil ? nil : .sample,
      back: Link(label: "Mirela Novak", href: "/w/city-rescue/responders/1"))
  }
}

extension StatementMailForm: Sampled {
  static let sample = example([])

  static func example(_ problems: [FieldProblem]) -> StatementMailForm {
    StatementMailForm(
      path: "/w/city-rescue/responders/1/statement/mail",
      from: PageClock.sampleNow.advanced(by: -4 * 3_600_000).rfc3339, to: PageClock.sampleNow.rfc3339,
      known: PageClock.sampleNow.rfc3339, makesPDF: true,
      recipient: problems.isEmpty ? "" : "judge<court>@example.org", problems: problems)
  }
}

extension StatementMailPage: Sampled {
  static let sample = StatementMailPage(
    shell: .example(.responders, title: "Send by mail", role: .auditor),
    heading: "Statement about Mirela Novak",
    back: Link(label: "Statement about Mirela Novak", href: "/w/city-rescue/responders/1/statement"),
    form: .example([FieldProblem("recipient", Words.Statement.Mail.noAddress)]))
}

extension StatementMailsPage: Sampled {
  static let sample = example([.waiting, .accepted, .failed, .cancelled])

  static func example(_ states: [Delivery.State]) -> StatementMailsPage {
    StatementMailsPage(
      shell: .example(.reports, title: "Statements sent by mail", role: .auditor), slug: "city-rescue",
      sendsMail: !states.isEmpty, mails: states.map(StatementMailRow.example), isSent: !states.isEmpty)
  }
}

extension StatementMailRow {
  /// A mail that came so far.
  static func example(_ state: Delivery.State) -> StatementMailRow {
    let now = PageClock.sampleNow
    let mail = StatementMail(
      id: StatementMail.ID(12),
      workspace: Workspace(
        id: Workspace.ID(1), slug: "city-rescue", name: "City Rescue", timeZone: "Europe/Ljubljana",
        retentionDays: 90),
      question: StatementQuestion(
        .person(Responder.ID(1)), in: TimeSpan(from: now.advanced(by: -4 * 3_600_000), to: now),
        knownBefore: now),
      sha256: String(repeating: "ab12", count: 16),
      mark: StatementMark(number: 4_211, hash: String(repeating: "5e2f", count: 16), at: now),
      madeBy: "member:7", recipient: "judge@example.org",
      delivery: Delivery(
        state: state, attempts: 1, firstAt: now, nextAt: now.advanced(by: 30_000),
        expiresAt: now.advanced(by: 86_400_000), lastAt: now, lastOutcome: .retry,
        reason: "The mail server cannot be reached"))
    return StatementMailRow(
      mail, about: "Statement about Mirela Novak", by: "eva@example.org", clock: .sample)
  }
}

extension StatementSheetPage: Sampled {
  static let sample = StatementSheetPage(
    sheet: .sample, title: "Statement about Mirela Novak", made: PageClock.sampleNow.rfc3339,
    head: "rollcall-head:city-rescue:4211:\(String(repeating: "5e2f", count: 16))")
}

extension SpanField {
  /// Some hours of a day.
  static let samples = both(
    TimeSpan(from: PageClock.sampleNow.advanced(by: -4 * 3_600_000), to: PageClock.sampleNow), .sample)
}

extension FindPage: Sampled {
  static let sample = FindPage(
    shell: .example(.reports, title: "Find", role: .auditor), path: "/w/city-rescue/find",
    who: PersonField(
      "who", "Who", of: [(1, "Mirela Novak"), (2, "ليلى حداد")], chosen: "2", placeholder: "Everybody on duty"
    ),
    incident: "INC-7", times: SpanField.samples,
    error: "“Incident” is a number such as INC-7.",
    places: [Link(label: "People", href: "/w/city-rescue/responders")],
    incidents: [Link(label: "INC-7 · Lift is stuck · 11:52", href: "/w/city-rescue/incidents/7/statement")])
}

extension VerifyPage: Sampled {
  static let sample = example(
    Verdict(
      level: "calm", text: "This is the file “Positions”, whole and unaltered.",
      entry: Link(label: "Audit entry 4,211", href: "/w/city-rescue/audit#a4211")))

  static func example(_ verdict: Verdict?, error: String = "") -> VerifyPage {
    VerifyPage(
      shell: .example(.reports, title: "Verify", role: .auditor), path: "/w/city-rescue/verify",
      sha256: String(repeating: "ab12", count: 16), error: error, verdict: verdict)
  }
}

extension LooksPage: Sampled {
  static let sample = LooksPage(
    shell: .example(.responders, title: "Who looked", role: .auditor), name: "Who looked at Mirela Novak",
    path: "/w/city-rescue/responders/1/looks", json: "/w/city-rescue/responders/1/looks.json",
    back: "/w/city-rescue/responders/1", times: SpanField.samples, error: "",
    sum: "3 looks at this person's data alone, 5 looks at lists that could show them",
    lines: [
      Line(
        at: PageClock.sample.time(PageClock.sampleNow), who: "eva@example.org", what: "Looked at a person",
        of: "them alone", number: "4,100", href: "/w/city-rescue/audit#a4100")
    ], note: "Only the last 1,000 are shown: choose fewer hours.", empty: nil)
}

extension ReplayPage: Sampled {
  static let sample = ReplayPage(
    shell: .example(.responders, title: "Replay", role: .auditor), heading: "Replay of Mirela Novak",
    path: "/w/city-rescue/responders/1/replay",
    back: Link(label: "Mirela Novak", href: "/w/city-rescue/responders/1"), times: SpanField.samples,
    previous: "/w/city-rescue/responders/1/replay?day=2026-11-19",
    next: "/w/city-rescue/responders/1/replay?day=2026-11-21", error: "This is not a day.",
    first: "\(PageClock.sampleNow.milliseconds - 86_400_000)", last: "\(PageClock.sampleNow.milliseconds)",
    at: "\(PageClock.sampleNow.milliseconds - 3_600_000)", atField: "2026-11-20T12:00:00",
    clocks: "\(PageClock.sampleNow.milliseconds - 86_400_000),3600000,+01:00",
    moment: "2026-11-20 12:00:00 +01:00", tracks: ReplayTrack.samples,
    across: "2.4 km",
    scene: ReplayScene.sample, lanes: [ReplayLane(name: "", drawing: .sample)], share: "95.833%",
    board: "/w/city-rescue/board?at=2026-11-20T11%3A00%3A00.000Z",
    notes: [TextLine(Words.Replay.thinned(2_000))],
    empty: nil)
}

extension ReplayScene {
  static let sample: ReplayScene? = {
    let positions = HistoryPing.samples.map(\.ping.position)
    let frame = TrackFrame(positions, width: 800, height: 450, margin: 16)
    return frame.flatMap { frame in positions.last.map { ReplayScene($0, of: "INC-7", in: frame) } }
  }()
}

extension ReplayTrack {
  static let samples: [ReplayTrack] = {
    let pings = HistoryPing.samples
    let frame = TrackFrame(pings.map(\.ping.position), width: 800, height: 450, margin: 16)
    return frame.map {
      [
        ReplayTrack(
          "Mirela Novak", "/w/city-rescue/responders/1", pings, place: 0, in: $0, at: PageClock.sampleNow,
          clock: PageClock.sample)
      ]
    } ?? []
  }()
}

extension HistoryPing {
  /// A way across the town, of which some positions are doubted.
  static let samples: [HistoryPing] = (0..<40).compactMap { step in
    guard
      let position = Position(
        latitude: 46.05 + Double(step) * 0.0003, longitude: 14.5 + Double(step % 7) * 0.001)
    else { return nil }
    let at = PageClock.sampleNow.advanced(by: Int64(step - 60) * 60_000)
    return HistoryPing(
      id: Int64(step), responder: Responder.ID(1), ping: Ping(position: position, isMock: .no), effective: at,
      receivedAt: at, timeSource: .phone, queue: "q", flags: step % 9 == 4 ? [.mock] : [], isOnDuty: true)
  }
}
