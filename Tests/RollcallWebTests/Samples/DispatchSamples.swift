import Rollcall

@testable import RollcallStore
@testable import RollcallWeb

extension AskPart: Sampled {
  static let sample = AskPart(
    .sample, settings: .standard, severity: .high)
}

extension CandidateList: Sampled {
  static let sample =
    sampleRanking.map {
      CandidateList(
        $0, leftOutLimit: 4, href: { "/w/city-rescue/responders/\($0.rawValue)" },
        clock: PageClock.sample)
    }
    ?? CandidateList(
      asOf: .sample, rows: [], more: "", nobody: .sample, isOpen: true, leftOut: [], canTick: true,
      leftOutTitle: "Unavailable (1)", leftOutMore: "", callList: [])

  static let now = PageClock.sampleNow

  static func person(_ id: Int64, _ name: String, _ north: Double) -> Availability {
    Availability(
      id: Responder.ID(id), name: name, profile: "responder", offers: .incident, status: .online,
      duty: .onDuty,
      position: Position(latitude: 46.0511 + north, longitude: 14.5051), fixAt: now.advanced(by: -id * 4_000),
      battery: 0.11 * Double(id), hearsWithin: 5_000)
  }

  /// People around the place of the example: free, busy, silent, in doubt.
  static let sampleRanking: Candidates? = {
    var people = [
      person(1, "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter", 0.026),
      person(6, "Ravi Menon", 0.003), person(5, "أحمد بن عبد الرحمن", 0.011),
      person(7, "Lucía Torres", 0.0021),
      person(2, "Jonas Weber", 0.017), person(4, "Sipho Dlamini", 0.02), person(3, "Mirela Novak", 0.008),
      person(8, "Omar Haddad", 0.2), person(9, "Grace Kim", 0.001), person(10, "Noor Haddad", 0.0004),
    ]
    (people[3].flags, people[3].doubts) = ([.mock, .speed], [.mock, .speed])
    people[2].lastAnswers = [.expired, .expired]
    (people[4].duty, people[4].assignment) = (.onMission, Incident.ID(213))
    (people[5].status, people[5].fixAt) = (.degraded, now.advanced(by: -130_000))
    (people[6].status, people[6].statusSince) = (.offline, now.advanced(by: -720_000))
    people[7].hasOpenOffer = true
    (people[8].duty, people[8].status) = (.offDuty, .offDuty)
    (people[9].profile, people[9].offers) = ("family", [])
    return Position(latitude: 46.0511, longitude: 14.5051).map { .rank(people, for: $0) }
  }()
}

extension IncidentsPage: Sampled {
  static let clock = PageClock.sample

  static let sample = example(
    IncidentList(
      incidents: summaries, matching: 42,
      counts: [.unassigned: 1, .offering: 1, .assigned: 1, .resolved: 38, .cancelled: 2]), numbers: .sample)

  static func example(
    _ found: IncidentList, numbers: NumbersPart? = nil, slug: String = "city-rescue"
  ) -> IncidentsPage {
    IncidentsPage(
      found, filter: IncidentFilter(), numbers: numbers, shell: .example(.incidents), slug: slug,
      mayManage: true, person: { "/w/\(slug)/responders/\($0.rawValue)" }, clock: clock)
  }

  /// Id, kind, severity, state, title, place, minutes ago.
  private typealias Example = (Int64, Incident.Kind, Incident.Severity, Incident.State, String, String, Int64)

  private static let examples: [Example] = [
    (215, .incident, .critical, .unassigned, "Smoke in the stairwell, third floor", "", 4),
    (214, .incident, .high, .offering, "Fall from a ladder", "Harbour kiosk", 1),
    (213, .order, .normal, .assigned, "Two parcels for collection, ring twice at the blue gate", "", 22),
    (212, .incident, .low, .resolved, "إنذار كاذب في المحطة الرئيسية", "Main station", 181),
    (211, .incident, .normal, .cancelled, "Test of the siren", "", 2_950),
  ]

  static let summaries: [IncidentSummary] = examples.compactMap { example in
    let (id, kind, severity, state, title, place, minutes) = example
    return Position(latitude: 46 + Double(id) / 4_000, longitude: 14.5051).map { position in
      IncidentSummary(
        incident: Incident(
          id: Incident.ID(id), workspace: Workspace.ID(1),
          details: NewIncident(
            kind: kind, title: title, severity: severity, position: position,
            region: id == 213 ? nil : "Centre"),
          state: state, openedAt: PageClock.sampleNow.advanced(by: -minutes * 60_000), openedBy: "member:a"),
        place: place, closedAt: nil, holders: holders[id] ?? [])
    }
  }

  private static let holders: [Int64: [NamedOffer]] = [
    214: [NamedOffer(offer: IncidentPage.sampleOffers[0].offer, name: "Ravi Menon")],
    213: [holder(5, "أحمد بن عبد الرحمن")], 212: [holder(10, "Grace Kim")],
  ]

  private static func holder(_ id: Int64, _ name: String) -> NamedOffer {
    NamedOffer(offer: IncidentPage.offer(80 + id, id, 300, clock.now, .accepted), name: name)
  }
}

extension NewIncidentPage: Sampled {
  static let sample = NewIncidentPage(
    Input(
      form: IncidentForm([
        ("title", "Fall from a ladder"), ("severity", "high"), ("where", "46.0511, 14.5051"),
        ("region", "Centre"), ("notes", "Second entrance, ring twice."),
      ]), once: "c2FtcGxl", regions: ["Centre", "East", "Harbour", "North"],
      templates: TemplatesPage.sampleTemplates,
      settings: DispatchSettings(answerTimes: [.critical: 20_000], grace: 60_000),
      understood: "46.05110, 14.50510", candidates: .sample, map: .sample),
    shell: .example(.incidents, title: "New incident"), slug: "city-rescue")

  /// The text typed may mean several places.
  static let choosing = example(
    Input(
      form: IncidentForm([("title", "Fall"), ("where", "harbour")]), once: "o",
      choices: [
        WhereHit(kind: .site, label: "Harbour kiosk", detail: "K-7", value: "site:1", isExact: false),
        WhereHit(
          kind: .address, label: "Harbour street 12, Koper", detail: "",
          value: "45.5,13.7 Harbour street 12, Koper", isExact: false),
        WhereHit(kind: .person, label: "near Harry Bour", detail: "North", value: "near:7", isExact: false),
      ], problems: [FieldProblem("where", Words.Where.choose)]))

  /// A page of another workspace.
  static func example(_ input: Input) -> NewIncidentPage {
    NewIncidentPage(input, shell: .example(.incidents, title: "New incident"), slug: "x")
  }
}

extension IncidentPage: Sampled {
  static let now = PageClock.sampleNow

  static let clock = PageClock.sample

  static func at(_ seconds: Int64) -> Timestamp { now.advanced(by: -seconds * 1_000) }

  static let sample = example(
    sampleFile(.offering),
    Beside(
      finding: .sample, helpers: sampleHelpers, ask: .sample,
      pastBoard: "/w/city-rescue/board?at=2026-11-21T12%3A03%3A18Z",
      mayHold: true), slug: "city-rescue")

  private static let sampleHelpers = Position(latitude: 46.0535, longitude: 14.5051).flatMap { place in
    HelpersPart(
      [
        .init(
          id: Responder.ID(3), name: "Mirela Novak", position: Position(latitude: 46.058, longitude: 14.512),
          fixAt: at(12),
          speed: 8.3, isAssigned: true, hasArrived: false),
        .init(
          id: Responder.ID(6), name: "Ravi Menon", position: Position(latitude: 46.0511, longitude: 14.5051),
          fixAt: at(40),
          speed: 8.3, isAssigned: false, hasArrived: false),
        .init(
          id: Responder.ID(5), name: "أحمد بن عبد الرحمن", position: nil, fixAt: nil, speed: 1.4,
          isAssigned: true,
          hasArrived: true),
      ], around: place, clock: clock)
  }

  private static let sampleFormer = [
    FormerAssignee(
      responder: Responder.ID(4), name: "Sipho Dlamini", offer: Offer.ID(89), since: at(60), onWayAt: at(58),
      arrivedAt: at(55), endedAt: at(50), reason: "reassigned by the dispatcher: needed elsewhere"),
    FormerAssignee(
      responder: Responder.ID(10), name: "Grace Kim", offer: nil, way: .voice, since: at(70),
      endedAt: at(62), reason: "went off duty"),
  ]

  static func example(_ file: IncidentFile, _ beside: Beside = Beside(), slug: String = "x") -> IncidentPage {
    IncidentPage(
      file, beside, shell: .example(.incidents, title: "INC-214"), slug: slug,
      person: { "/w/city-rescue/responders/\($0.rawValue)" }, clock: clock)
  }

  /// The incident of the example in another state.
  static func sampleFile(
    _ state: Incident.State, offers: [NamedOffer] = sampleOffers, log: [IncidentStep] = sampleLog
  ) -> IncidentFile {
    var summary = IncidentsPage.summaries[1]
    summary.incident.state = state
    summary.incident.openedBy = "member:a@example.org"
    summary.incident.openedAt = at(75)
    summary.incident.details = NewIncident(
      kind: .incident, title: "Fall from a ladder", severity: .high,
      position: summary.incident.details.position,
      notes: "Second entrance, ring twice.\nThe caller stays with him.", region: "Harbour")
    summary.holders = state == .offering ? [sampleOffers[0]] : []
    return IncidentFile(
      summary: summary, offers: offers, log: log, assignments: [],
      dispatch: DispatchCase(id: Incident.ID(214), openedAt: at(75)), former: sampleFormer)
  }

  static let sampleOffers: [NamedOffer] = {
    var waiting = offer(91, 6, 340, at(18), .delivered)
    (waiting.sentAt, waiting.deliveredAt) = (at(17), at(16))
    var expired = offer(90, 7, 260, at(50), .expired)
    (expired.sentAt, expired.deliveredAt, expired.seenAt) = (at(49), at(48), at(40))
    (expired.endedAt, expired.reason) = (at(20), "no answer within 30 s")
    var declined = offer(89, 5, 1_240, at(70), .declined)
    (declined.sentAt, declined.deliveredAt, declined.seenAt) = (at(69), at(66), at(60))
    (declined.endedAt, declined.reason) = (at(52), "“Flat tyre.”")
    (declined.answer, declined.answeredAt) = (.declined, at(52))
    return [(waiting, "Ravi Menon"), (expired, "Lucía Torres"), (declined, "أحمد بن عبد الرحمن")].map {
      NamedOffer(offer: $0, name: $1)
    }
  }()

  static func offer(
    _ id: Int64, _ responder: Int64, _ distance: Double, _ queuedAt: Timestamp, _ state: Offer.State
  ) -> Offer {
    var offer = Offer(
      id: Offer.ID(id), incident: Incident.ID(214), responder: Responder.ID(responder), distance: distance,
      queuedAt: queuedAt, expiresAt: queuedAt.advanced(by: 30_000))
    offer.state = state
    return offer
  }

  static let sampleLog = [
    step(6, 30, "member:a@example.org", .note, nil, "Caller says he is awake."),
    step(5, 18, "rollcall", .offered, "Ravi Menon", "340 m"),
    step(4, 20, "rollcall", .expired, "Lucía Torres", "no answer within 30 s"),
    step(1, 75, "member:a@example.org", .opened, nil, "high"),
  ]

  private static func step(
    _ id: Int64, _ seconds: Int64, _ actor: String, _ kind: IncidentStep.Kind, _ name: String?,
    _ detail: String
  ) -> IncidentStep {
    IncidentStep(
      id: id, at: at(seconds), actor: actor, kind: kind, responder: nil, name: name, detail: detail,
      phoneAt: nil)
  }
}

extension DispatchSettingsPage: Sampled {
  static let sample = example(
    DispatchForm(DispatchSettings(answerTimes: [.low: 120_000, .critical: 20_000], grace: 60_000)))

  static func example(
    _ form: DispatchForm, problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) -> DispatchSettingsPage {
    DispatchSettingsPage(
      form, problems: problems, notice: notice, shell: .example(.settings, title: "Dispatch"),
      slug: "city-rescue")
  }
}

extension TemplatesPage: Sampled {
  static let sampleTemplates = [
    IncidentTemplate(
      id: IncidentTemplate.ID(1),
      draft: .init(
        name: "Cardiac arrest", severity: .critical, needs: .onePerson, notes: "Is there an AED?")),
    IncidentTemplate(id: IncidentTemplate.ID(2), draft: .init(name: "Fall", title: "Somebody fell")),
  ]

  static let sample = example(TemplateForm(sampleTemplates[0]), notice: ActionNotice(.calm, "Saved."))

  static func example(
    _ form: TemplateForm, _ templates: [IncidentTemplate] = sampleTemplates, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) -> TemplatesPage {
    TemplatesPage(
      templates, form: form, shell: .example(.settings, title: "Templates"), slug: "city-rescue",
      problems: problems, notice: notice)
  }
}

extension DrillPage: Sampled {
  static let start = PageClock.sampleNow.advanced(by: -31_000)

  /// Seconds after the start: sent, delivered, seen, the end; and the last state.
  private typealias Steps = (Int64?, Int64?, Int64?, Int64?, Offer.State)

  private static func result(_ id: Int64, _ name: String, _ region: String?, _ steps: Steps) -> DrillResult {
    var offer = Offer(
      id: Offer.ID(900 + id), incident: Incident.ID(216), responder: Responder.ID(id), distance: 1_200,
      queuedAt: start, expiresAt: start.advanced(by: 60_000))
    let at = { (seconds: Int64?) in seconds.map { start.advanced(by: $0 * 1_000 + 240) } }
    (offer.sentAt, offer.deliveredAt, offer.seenAt) = (at(steps.0), at(steps.1), at(steps.2))
    (offer.endedAt, offer.state) = (at(steps.3), steps.4)
    offer.answer = Offer.Answer(rawValue: steps.4.rawValue)
    offer.answeredAt = offer.answer == nil ? nil : offer.endedAt
    if steps.4 == .withdrawn { offer.reason = "a real incident came" }
    if steps.4 == .unreachable { offer.reason = "went offline" }
    return DrillResult(responder: Responder.ID(id), name: name, region: region, offer: offer)
  }

  static let sampleResults: [DrillResult] = [
    result(6, "Ravi Menon", "North", (1, nil, nil, 30, .unreachable)),
    result(
      1, "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter", "Harbour",
      (nil, nil, nil, 60, .expired)),
    result(7, "Lucía Torres", "North", (1, 2, nil, 60, .expired)),
    result(3, "Mirela Novak", nil, (1, 2, 5, 60, .expired)),
    DrillResult(
      responder: Responder.ID(8), name: "Omar Haddad", region: "North", offer: nil,
      leftOut: "offline for 12 min"),
    DrillResult(
      responder: Responder.ID(2), name: "Jonas Weber", offer: nil, leftOut: "on another mission"),
    result(4, "Sipho Dlamini", "Centre", (1, 2, 9, nil, .seen)),
    result(9, "Grace Kim", "Centre", (1, 2, nil, 12, .withdrawn)),
    result(5, "أحمد بن عبد الرحمن", "Centre", (1, 2, 4, 22, .declined)),
    result(10, "Ana Horvat", "North", (0, 1, 3, 8, .accepted)),
  ].sorted(by: DrillResult.comesFirst)

  static func sampleFile(closedAt: Timestamp?) -> DrillFile {
    let details = NewIncident(
      kind: .incident, title: "Evening readiness, <all> regions", severity: .normal,
      position: IncidentsPage.summaries[0].incident.details.position)
    return DrillFile(
      summary: DrillSummary(
        drill: Incident(
          id: Incident.ID(216), workspace: Workspace.ID(1), details: details, openedAt: start,
          openedBy: "member:dispatcher@example.org", isDrill: true),
        answerWithin: 60_000, closedAt: closedAt, numbers: DrillNumbers(sampleResults)),
      results: sampleResults)
  }

  static let sample: DrillPage = {
    var page = example(closedAt: nil)
    page.closed = .sample
    return page
  }()

  static func example(closedAt: Timestamp?) -> DrillPage {
    DrillPage(
      sampleFile(closedAt: closedAt), shell: .example(.incidents, title: "Drill 216"), slug: "city-rescue",
      person: { "/w/city-rescue/responders/\($0.rawValue)" }, clock: PageClock.sample)
  }
}

extension DrillsPage: Sampled {
  static let sample: DrillsPage = {
    var page = example([nil], limit: 1)
    page.empty = .sample
    return page
  }()

  static let examples = example([nil, PageClock.sampleNow])
  static let none = example([])

  private static func example(_ ends: [Timestamp?], limit: Int = 100) -> DrillsPage {
    DrillsPage(
      ends.map { DrillPage.sampleFile(closedAt: $0).summary }, limit: limit,
      shell: .example(.incidents, title: "Drills"), slug: "city-rescue", clock: PageClock.sample)
  }
}

extension NewDrillPage: Sampled {
  static func example(
    form: DrillForm = DrillForm(), people: [Availability], problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) -> NewDrillPage {
    NewDrillPage(
      Input(
        form: form, once: "o", regions: ["Centre", "Harbour", "North"],
        plan: DrillPlan(people, at: PageClock.sampleNow), problems: problems, notice: notice),
      shell: .example(.incidents, title: "New drill"), slug: "city-rescue",
      person: { "/w/city-rescue/responders/\($0.rawValue)" })
  }

  static let people: [Availability] = {
    let ranking = CandidateList.sampleRanking
    return (ranking?.ranked.map(\.person) ?? []) + (ranking?.leftOut.map(\.person) ?? [])
  }()

  static let nobody = example(people: CandidateList.sampleRanking?.leftOut.map(\.person) ?? [])

  static let wrong = example(
    form: DrillForm([("title", ""), ("answer", "5"), ("region", "Nowhere")]), people: people,
    problems: [
      FieldProblem("title", "A drill needs a title."), FieldProblem("answer", "It is 30 to 600 seconds."),
      FieldProblem("region", "There is no region Nroth; did you mean North?"),
    ], notice: .sample)

  static let sample: NewDrillPage = {
    var page = example(people: people, problems: [.sample], notice: .sample)
    page.leftOutMore = "And 12 more: the drill's page has them all."
    return page
  }()
}

extension Tally: Sampled {
  static let sample = Tally("Reached", "34")
}

extension Finding: Sampled {
  static let sample = Finding(
    how: "Down the ranking, 30 s each · 3 asked so far", next: "Without an answer the next one is asked in",
    left: PageClock.sample.left(until: PageClock.sampleNow.advanced(by: 12_000)), rest: ".")
}

extension Assignee: Sampled {
  static let sample = Assignee(
    id: "6",
    name: "Ravi Menon", href: "/w/city-rescue/responders/6", status: StatusPill(.online),
    since: PageClock.sample.span(since: PageClock.sampleNow.advanced(by: -7_800_000)),
    accepted: PageClock.sample.time(PageClock.sampleNow.advanced(by: -130_000)),
    arrived: PageClock.sample.time(PageClock.sampleNow.advanced(by: -20_000)), distance: "1.2 km")
}

extension NumbersPart: Sampled {
  static let sample = NumbersPart(
    DispatchNumbers(
      (1...12).map { number in
        IncidentTimes(
          openedAt: PageClock.sampleNow, firstOfferAt: PageClock.sampleNow.advanced(by: number * 110),
          acceptedAt: number < 10 ? PageClock.sampleNow.advanced(by: number * 7_000) : nil, offers: 2)
      }, ends: [.wentOffline: 2, .declinedLate: 1]),
    people: (1...24).map { number in
      (
        number == 1 ? "أحمد بن عبد الرحمن" : "Responder \(number)", "/w/city-rescue/responders/\(number)",
        sampleAnswers
      )
    },
    ranges: NumbersSpan.allCases.map {
      Link(label: $0.label, href: "?numbers=\($0.rawValue)", isCurrent: $0 == .week)
    },
    files: [
      Link(label: "Incidents as CSV", href: "/w/city-rescue/reports/incidents.csv"),
      Link(label: "Answers to offers as CSV", href: "/w/city-rescue/reports/answers.csv"),
    ], clock: PageClock.sample)

  static let sampleAnswers = AnswerNumbers([
    OfferOutcome(
      state: .accepted, queuedAt: PageClock.sampleNow, answer: .accepted,
      answeredAt: PageClock.sampleNow.advanced(by: 9_400)),
    OfferOutcome(state: .expired, queuedAt: PageClock.sampleNow, answer: nil, answeredAt: nil),
  ])
}

extension OfferLinkPage: Sampled {
  static let sample = OfferLinkPage(
    title: "Incident INC-214", sentence: words(.open).sentence, advice: words(.open).advice,
    area: "North, 1.2 km away", until: .sample, left: "24 s", action: "/a/0123456789abcdefghijkl",
    what: "Fall from a ladder", links: [.sample])
}

extension PushFacts: Sampled {
  static let sample: PushFacts = {
    let (now, gone) = (PageClock.sampleNow, "FCM: the device is not registered any more")
    return PushFacts(
      ways: [
        PushChannel(
          service: .expo, registeredAt: now.advanced(by: -90_000_000), goneAt: nil, goneReason: nil,
          isLoggedOut: false),
        PushChannel(
          service: .fcm, registeredAt: now.advanced(by: -900_000_000), goneAt: now.advanced(by: -3_600_000),
          goneReason: gone, isLoggedOut: false),
      ],
      messages: [
        PushAttempt(
          kind: .test, service: .expo, at: now.advanced(by: -60_000), outcome: .accepted, reason: "",
          tries: 1,
          isWaiting: false),
        PushAttempt(
          kind: .offer, service: .fcm, at: now.advanced(by: -3_600_000), outcome: .gone, reason: gone,
          tries: 1,
          isWaiting: false),
      ])
  }()
}
