import Rollcall
import RollcallStore

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
      asOf: .sample, rows: [.sample], form: "incident", more: "", nobody: .sample, isOpen: true,
      leftOut: [.sample], canTick: true,
      leftOutTitle: "Left out: 1", leftOutMore: "")

  static let now = PageClock.sampleNow

  static func person(_ id: Int64, _ name: String, _ north: Double) -> Availability {
    Availability(
      id: Responder.ID(id), name: name, profile: "responder", offers: .incident, status: .online,
      duty: .onDuty,
      position: Position(latitude: 46.0511 + north, longitude: 14.5051), fixAt: now.advanced(by: -id * 4_000),
      battery: 0.11 * Double(id))
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
    people[3].flags = [.mock, .speed]
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

extension CandidateRow: Sampled {
  static let sample = CandidateRow(
    rank: "4", id: "7", isTicked: true, form: "incident", name: "Lucía Torres",
    href: "/w/city-rescue/responders/7",
    distance: "260 m", fix: .sample, status: StatusPill(.online), battery: "77 %", flags: [.sample],
    reason: "position in doubt: mock")
}

extension LeftOutRow: Sampled {
  static let sample = LeftOutRow(
    id: "3", canBeAsked: true, isTicked: true, form: "incident", name: "Mirela Novak",
    href: "/w/city-rescue/responders/3", status: .sample, distance: "890 m",
    reason: "offline for 12 min")
}

extension IncidentsPage: Sampled {
  static let clock = PageClock.sample

  static let sample = IncidentsPage(
    shell: .example(.incidents), slug: "city-rescue", filter: IncidentFilter(),
    counts: [.unassigned: 1, .offering: 1, .assigned: 1, .resolved: 38, .cancelled: 2], rows: sampleRows,
    matching: 42, numbers: .sample, clock: clock)

  /// Id, kind, severity, state, title, place, minutes ago.
  private typealias Example = (Int64, Incident.Kind, Incident.Severity, Incident.State, String, String, Int64)

  private static let examples: [Example] = [
    (215, .incident, .critical, .unassigned, "Smoke in the stairwell, third floor", "", 4),
    (214, .incident, .high, .offering, "Fall from a ladder", "Harbour kiosk", 1),
    (213, .order, .normal, .assigned, "Two parcels for collection, ring twice at the blue gate", "", 22),
    (212, .incident, .low, .resolved, "إنذار كاذب في المحطة الرئيسية", "Main station", 181),
    (211, .incident, .normal, .cancelled, "Test of the siren", "", 2_950),
  ]

  static let sampleRows: [IncidentRow] = examples.map { example in
    let (id, kind, severity, state, title, place, minutes) = example
    return IncidentRow(
      id: Incident.ID(id), slug: "city-rescue", kind: kind, severity: severity, state: state, title: title,
      place: place,
      position: id == 211 ? nil : Position(latitude: 46 + Double(id) / 4_000, longitude: 14.5051),
      region: id == 213 ? nil : "Centre",
      openedAt: PageClock.sampleNow.advanced(by: -minutes * 60_000), holders: holders[id] ?? [], clock: clock)
  }

  static let holders: [Int64: [IncidentHolder]] = [
    214: [.sample],
    213: [.assigned("أحمد بن عبد الرحمن", href: "/w/city-rescue/responders/5")],
    212: [.assigned("Grace Kim", href: "/w/city-rescue/responders/10")],
  ]
}

extension NewIncidentPage: Sampled {
  static let sample = NewIncidentPage(
    shell: .example(.incidents, title: "New incident"), slug: "city-rescue",
    form: IncidentForm([
      ("title", "Fall from a ladder"), ("severity", "high"), ("place", "46.0511, 14.5051"),
      ("region", "Centre"), ("notes", "Second entrance, ring twice."),
    ]), once: "c2FtcGxl", outlets: [(1, "Harbour kiosk"), (2, "Main station")],
    responders: [(1, "Mirela Novak"), (6, "Ravi Menon")], regions: ["Centre", "East", "Harbour", "North"],
    settings: DispatchSettings(answerTimes: [.critical: 20_000], grace: 60_000),
    understood: "46.05110, 14.50510", candidates: .sample, map: .sample)
}

extension IncidentPage: Sampled {
  static let now = PageClock.sampleNow

  static let clock = PageClock.sample

  static func at(_ seconds: Int64) -> Timestamp { now.advanced(by: -seconds * 1_000) }

  static let sample = IncidentPage(
    shell: .example(.incidents, title: "INC-214"), slug: "city-rescue", incident: sampleFacts(.offering),
    openOffers: [.sample], offers: sampleOffers, log: sampleLog, finding: .sample,
    ask: .sample, pastBoard: "/w/city-rescue/board?at=2026-11-21T12%3A03%3A18Z", mayHold: true, clock: clock)

  /// The incident of the example in another state.
  static func sampleFacts(_ state: Incident.State) -> IncidentFacts {
    IncidentFacts(
      id: Incident.ID(214), kind: .incident, severity: .high, state: state, title: "Fall from a ladder",
      notes: "Second entrance, ring twice.\nThe caller stays with him.",
      position: Position(latitude: 46.0511, longitude: 14.5051), place: "Harbour kiosk", region: "Harbour",
      openedAt: at(75), openedBy: "Dispatcher A.")
  }

  /// An offer that waits for its answer.
  static let sampleOffer: Offer = {
    var waiting = offer(91, 6, 340, at(18), .delivered)
    (waiting.sentAt, waiting.deliveredAt) = (at(17), at(16))
    return waiting
  }()

  static let sampleOffers: [OfferRow] = {
    var expired = offer(90, 7, 260, at(50), .expired)
    (expired.sentAt, expired.deliveredAt, expired.seenAt) = (at(49), at(48), at(40))
    (expired.endedAt, expired.reason) = (at(20), "no answer within 30 s")
    var declined = offer(89, 5, 1_240, at(70), .declined)
    (declined.sentAt, declined.deliveredAt, declined.seenAt) = (at(69), at(66), at(60))
    (declined.endedAt, declined.reason) = (at(52), "“Flat tyre.”")
    (declined.answer, declined.answeredAt) = (.declined, at(52))
    return [(sampleOffer, "Ravi Menon"), (expired, "Lucía Torres"), (declined, "أحمد بن عبد الرحمن")].map {
      OfferRow($0, name: $1, href: "/w/city-rescue/responders/\($0.responder.rawValue)", clock: clock)
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

  static let sampleLog: [LogRow] = [
    LogRow(
      id: 6, at: at(30), who: "Dispatcher A.", what: "Note", words: "Caller says he is awake.", clock: clock),
    LogRow(id: 5, at: at(18), who: "Rollcall", what: "Offered to Ravi Menon, 340 m", clock: clock),
    LogRow(id: 4, at: at(20), who: "Rollcall", what: "Lucía Torres did not answer within 30 s", clock: clock),
    LogRow(id: 1, at: at(75), who: "Dispatcher A.", what: "Opened, high", clock: clock),
  ]
}

extension DispatchSettingsPage: Sampled {
  static let sample = DispatchSettingsPage(
    shell: .example(.settings, title: "Dispatch"), slug: "city-rescue",
    form: DispatchForm(DispatchSettings(answerTimes: [.low: 120_000, .critical: 20_000], grace: 60_000)))
}

extension DrillRow: Sampled {
  static let sample = DrillRow(
    DrillPage.sampleResults[0], href: "/w/city-rescue/responders/6", clock: PageClock.sample)
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

  static func sampleSubject(closedAt: Timestamp?) -> Subject {
    Subject(
      id: Incident.ID(216), title: "Evening readiness, <all> regions", region: nil, sentAt: start,
      sentBy: "dispatcher@example.org", answerWithin: 60_000, closedAt: closedAt)
  }

  static let sample: DrillPage = {
    var page = example(closedAt: nil)
    page.closed = .sample
    return page
  }()

  static func example(closedAt: Timestamp?) -> DrillPage {
    DrillPage(
      shell: .example(.incidents, title: "Drill 216"), slug: "city-rescue", sampleSubject(closedAt: closedAt),
      results: sampleResults, href: { "/w/city-rescue/responders/\($0.rawValue)" },
      clock: PageClock.sample)
  }
}

extension DrillsPage: Sampled {
  static func sampleRow(closedAt: Timestamp?) -> DrillListRow {
    DrillListRow(
      DrillPage.sampleSubject(closedAt: closedAt), slug: "city-rescue",
      numbers: DrillNumbers(DrillPage.sampleResults), clock: PageClock.sample)
  }

  static let sample: DrillsPage = {
    var page = DrillsPage(
      shell: .example(.incidents, title: "Drills"), slug: "city-rescue", rows: [sampleRow(closedAt: nil)],
      limit: 1)
    page.empty = .sample
    return page
  }()

  static let examples = DrillsPage(
    shell: .example(.incidents, title: "Drills"), slug: "city-rescue",
    rows: [sampleRow(closedAt: nil), sampleRow(closedAt: PageClock.sampleNow)], limit: 100)

  static let none = DrillsPage(
    shell: .example(.incidents, title: "Drills"), slug: "city-rescue", rows: [], limit: 100)
}

extension NewDrillPage: Sampled {
  static func example(
    form: DrillForm = DrillForm(), people: [Availability], problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) -> NewDrillPage {
    NewDrillPage(
      shell: .example(.incidents, title: "New drill"), slug: "city-rescue", form: form, once: "o",
      regions: ["Centre", "Harbour", "North"], plan: DrillPlan(people, at: PageClock.sampleNow),
      problems: problems, notice: notice, href: { "/w/city-rescue/responders/\($0.rawValue)" })
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
      FieldProblem("region", "There is no region of this name."),
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

extension DrillListRow: Sampled {
  static let sample = DrillsPage.sampleRow(closedAt: nil)
}

extension Finding: Sampled {
  static let sample = Finding(
    "Down the ranking, 30 s each · 3 asked so far", "Without an answer the next one is asked in",
    PageClock.sample.left(until: PageClock.sampleNow.advanced(by: 12_000)), ".")
}

extension Assignee: Sampled {
  static let sample = Assignee(
    name: "Ravi Menon", href: "/w/city-rescue/responders/6", status: .online,
    since: PageClock.sampleNow.advanced(by: -7_800_000),
    acceptedAt: PageClock.sampleNow.advanced(by: -130_000),
    arrivedAt: PageClock.sampleNow.advanced(by: -20_000), distance: 1_240, clock: PageClock.sample)
}

extension OpenOffer: Sampled {
  static let sample = OpenOffer(
    IncidentPage.sampleOffer, name: "Ravi Menon", clock: PageClock.sample)
}

extension IncidentHolder: Sampled {
  static let sample = IncidentHolder.offered(
    "Ravi Menon", href: "/w/city-rescue/responders/6",
    expiresAt: PageClock.sampleNow.advanced(by: 12_000), clock: PageClock.sample)
}

extension IncidentRow: Sampled {
  static let sample = IncidentsPage.sampleRows[1]
}

extension IncidentCount: Sampled {
  static let sample = IncidentCount(
    count: "2", state: .sample, href: "?state=offering", isCurrent: true)
}

extension PlaceMap: Sampled {
  static let sample = PlaceMap(
    script: "/assets/leaflet/leaflet.min.js", style: "/assets/leaflet/leaflet.css",
    attribution: "Map data from OpenStreetMap"
  ).showing("/w/city-rescue/incidents/new/map.json")
}

extension DrillLeftOut: Sampled {
  static let sample = DrillLeftOut(
    name: "Omar Haddad", href: "/w/city-rescue/responders/8", reason: "offline for 12 min")
}

extension NumbersLength: Sampled {
  static let sample = NumbersLength(
    name: "Opened to first offer", median: "0.2 s", ninetieth: "1.4 s", count: "18 of 20 incidents")
}

extension NumbersRow: Sampled {
  static let sample = NumbersRow(
    name: "أحمد بن عبد الرحمن", href: "/w/city-rescue/responders/5",
    AnswerNumbers([
      OfferOutcome(
        state: .accepted, queuedAt: PageClock.sampleNow, answer: .accepted,
        answeredAt: PageClock.sampleNow.advanced(by: 9_400)),
      OfferOutcome(state: .expired, queuedAt: PageClock.sampleNow, answer: nil, answeredAt: nil),
    ]))
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
  static let sample: OfferLinkPage = {
    var page = OfferLinkPage()
    page.title = "Incident INC-214"
    (page.sentence, page.advice) = words(.open)
    page.area = "North, 1.2 km away"
    page.until = .sample
    page.left = "24 s"
    page.action = "/a/0123456789abcdefghijkl"
    page.what = "Fall from a ladder"
    page.links = [.sample]
    return page
  }()
}

extension OfferRow: Sampled {
  static let sample = IncidentPage.sampleOffers[0]
}

extension LogRow: Sampled {
  static let sample = IncidentPage.sampleLog[0]
}

extension PushFacts: Sampled {
  /// An example.
  static let sample = PushFacts(
    ways: [
      Way(service: .expo, registeredAt: PageClock.sampleNow.advanced(by: -90_000_000), gone: nil),
      Way(
        service: .fcm, registeredAt: PageClock.sampleNow.advanced(by: -900_000_000),
        gone: (PageClock.sampleNow.advanced(by: -3_600_000), "FCM: the device is not registered any more")),
    ],
    messages: [
      Message(
        service: .expo, what: "Test", at: PageClock.sampleNow.advanced(by: -60_000), outcome: "taken",
        isGood: true),
      Message(
        service: .fcm, what: "Offer", at: PageClock.sampleNow.advanced(by: -3_600_000),
        outcome: "FCM: the device is not registered any more", isGood: false),
    ])
}
