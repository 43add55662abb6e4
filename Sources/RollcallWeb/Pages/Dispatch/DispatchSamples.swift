import Rollcall

extension IncidentsPage {
  private static let clock = PageClock.sample

  /// An example with every kind of content.
  public static let sample = IncidentsPage(
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

  private static let holders: [Int64: [IncidentHolder]] = [
    214: [.sample],
    213: [.assigned("أحمد بن عبد الرحمن", href: "/w/city-rescue/responders/5")],
    212: [.assigned("Grace Kim", href: "/w/city-rescue/responders/10")],
  ]
}

extension CandidateList {
  private static let now = PageClock.sampleNow

  private static func person(_ id: Int64, _ name: String, _ north: Double) -> Availability {
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

extension NewIncidentPage {
  /// An example with every kind of content.
  public static let sample = NewIncidentPage(
    shell: .example(.incidents, title: "New incident"), slug: "city-rescue",
    form: IncidentForm([
      ("title", "Fall from a ladder"), ("severity", "high"), ("place", "46.0511, 14.5051"),
      ("region", "Centre"), ("notes", "Second entrance, ring twice."),
    ]), once: "c2FtcGxl", outlets: [(1, "Harbour kiosk"), (2, "Main station")],
    responders: [(1, "Mirela Novak"), (6, "Ravi Menon")], regions: ["Centre", "East", "Harbour", "North"],
    settings: DispatchSettings(answerTimes: [.critical: 20_000], grace: 60_000),
    understood: "46.05110, 14.50510", candidates: .sample, map: .sample)
}

extension IncidentPage {
  private static let now = PageClock.sampleNow
  private static let clock = PageClock.sample
  private static func at(_ seconds: Int64) -> Timestamp { now.advanced(by: -seconds * 1_000) }

  /// An example with every kind of content.
  public static let sample = IncidentPage(
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

  private static func offer(
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
