import PlainDispatch
import Rollcall
import RollcallStore
import StoreSupport
import Testing

/// A random control room, its people and their phones: in a store, and by the plain rules.
struct PlainControlRoom {
  let fixture: TestStore
  var plain = PlainDispatch(people: [])
  private(set) var phones: [Int64: TestPhone] = [:]
  private(set) var random: SplitMix
  private let places: [Position]
  private let settings: DispatchSettings
  private var norths: [Int64: Double] = [:]
  private var incidents: [Incident.ID] = []

  private static let profiles: [(profile: Profile, interval: Double, speed: Double, offers: Bool)] = [
    ("prompt", 5.0, nil, true), ("steady", 60, nil, true), ("quick", 60, 300, true), ("late", 200, nil, true),
    ("family", 60, nil, false),
  ].map { name, interval, speed, offers in
    let rule = ProfileRule(name: "r", interval: interval, degraded: 900, offline: 1_800)
    let profile = Profile(
      name: name, offers: offers ? ["incident"] : [], travelSpeed: speed, firstDuty: .offDuty, rules: [rule])
    return (profile, interval, profile.speed, offers)
  }

  init(seed: UInt64) async throws {
    random = SplitMix(state: seed)
    fixture = try TestStore(textsOffers: true)
    places = try [(46, 14), (46.02, 14.01)].map {
      try #require(Position(latitude: $0.0, longitude: $0.1))
    }
    settings = DispatchSettings(
      answerTimes: [:], grace: 60_000,
      hearingLimit: [120_000, 40_000].randomElement(using: &random) ?? 0,
      extraOffers: [0, 1, 2, 4].randomElement(using: &random) ?? 0,
      offersByText: Int.random(in: 0..<3, using: &random) > 0)
    try fixture.store.dispatch.set(settings, in: scope)
    for profile in Self.profiles { try fixture.store.fleet.importProfile(profile.profile, slug: "north") }
    plain.sendsTexts = settings.offersByText
    for number in 0..<below(6) + 4 { try await add(number) }
    advance()
  }

  var scope: Scope { .test(fixture.workspace.id, TestStore.dispatcher) }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func advance() {
    plain.now += 0.2
    fixture.clock.set(plain.now)
  }

  // MARK: People

  private mutating func add(_ number: Int) async throws {
    let kind = pick(Self.profiles)
    let phone = try fixture.phone(
      profile: kind.profile.name, name: "P\(number)", device: "d\(number)")
    var person = PlainPerson(id: phone.id.rawValue)
    let skills = ["medic", "boat"].filter { _ in below(2) == 0 }
    person.skills = Dictionary(skills.map { ($0, .infinity) }, uniquingKeysWith: { first, _ in first })
    person.hasNumber = below(2) == 0
    let telephone = person.hasNumber ? "+3864012345\(number)" : nil
    _ = try fixture.store.fleet.changePerson(phone.id, in: scope) {
      ($0.skills, $0.phone) = (skills.joined(separator: ";"), telephone)
    }
    (person.interval, person.speed) = (kind.interval, kind.speed)
    person.kinds = kind.offers ? ["incident"] : []
    (person.duty, person.status) = ("off_duty", "off_duty")
    let north = Double(below(6)) * 0.004
    let position = try #require(Position(latitude: 46 + north, longitude: 14))
    person.distances = places.map { position.distance(to: $0) }
    norths[person.id] = north
    phones[person.id] = phone
    person.hasAddress = below(3) == 0
    if person.hasAddress { try await phone.register(.webhook, "https://example.org/\(number)") }
    plain.people.append(person)
    if below(5) > 0 { try await come(person.id) }
    if person.hasAddress, below(2) == 0 { try await proveAddress(phone) }
    if below(2) == 0 { try await proveNumber(phone) }
  }

  /// The app answers a test message.
  private mutating func proveAddress(_ phone: TestPhone) async throws {
    try fixture.store.push.testPush(to: phone.id, in: scope)
    _ = try await phone.offers()
    plain.change(phone.id.rawValue) { person, now in
      person.pushes.append(.init(at: now))
      person.pushes[person.pushes.count - 1].answeredAt = now
    }
  }

  /// Somebody is asked by hand and opens the link of the text message; then the incident is cancelled.
  private mutating func proveNumber(_ phone: TestPhone) async throws {
    let person = plain.person(phone.id.rawValue)
    guard plain.sendsTexts, person.hasNumber, person.duty == "on_duty", !person.isWoken(at: plain.now) else {
      return
    }
    let incident = try fixture.open("By hand", .low)
    try fixture.offer(incident, to: phone)
    let job = try fixture.store.push.duePushJobs(limit: 1_000).last {
      $0.service == .sms && $0.subject?.incident == incident
    }
    let text = try #require(job)
    let link = try #require(try fixture.store.push.link(for: text))
    _ = try fixture.store.dispatch.open(link: link)
    try fixture.store.dispatch.close(incident, as: .cancelled, in: scope)
    plain.change(phone.id.rawValue) { person, now in
      person.lastOfferAt = now
      person.past.append(.init(at: now, end: "withdrawn"))
      person.texts.append(.init(at: now))
      person.texts[person.texts.count - 1].answeredAt = now
    }
  }

  // MARK: What happens

  /// One thing that happens, in the store and by the rules.
  mutating func act() async throws {
    advance()
    let asked = plain.incidents.flatMap(\.asked)
    let busy = asked + plain.incidents.flatMap(\.holders)
    let absent = plain.people.filter { $0.duty == "off_duty" }.map(\.id)
    switch below(15) {
    case 0...3: if plain.incidents.count < 7 { try open() }
    case 4, 5: if let id = asked.randomElement(using: &random) { try await say(.seen, id) }
    case 6, 7: if let id = asked.randomElement(using: &random) { try await say(.accept, id) }
    case 8, 9: if let id = busy.randomElement(using: &random) { try await say(.decline(reason: nil), id) }
    case 10: if let id = busy.randomElement(using: &random) { try await goOffDuty(id) }
    case 11: if let id = absent.randomElement(using: &random) { try await come(id) }
    case 12, 13: if let id = phones.keys.sorted().randomElement(using: &random) { try await doubt(id) }
    default: try fixture.restart()
    }
    try look()
  }

  /// Looks after what is due until nothing is.
  private func look() throws {
    for _ in 0..<60 where try fixture.store.dispatch.dispatchDue() > 0 {}
    #expect(try fixture.store.dispatch.dispatchDue() == 0, "it never rests")
  }

  private mutating func open() throws {
    let needs = PlainPlaces(
      (0..<pick([1, 1, 2])).map { _ in
        PlainLine(count: pick([1, 1, 2]), skills: pick([[], [], ["medic"], ["boat"]]))
      })
    let (place, severity) = (below(2), pick([0, 1, 2, 3, 3]))
    let details = NewIncident(
      kind: .incident, title: "I", severity: Incident.Severity.allCases[severity], position: places[place],
      needs: try Needs(needs.lines.map { Needs.Line(count: $0.count, skills: $0.skills.sorted()) }))
    let id = try fixture.store.dispatch.open(
      IncidentOpening(details, asking: Asking(.automatic)), in: scope)
    incidents.append(id)
    var question = PlainQuestion(place: place, needs: needs)
    question.hearingLimit = Double(settings.hearingLimit) / 1_000
    plain.open(
      PlainIncident(
        id: id.rawValue, severity: severity, question: question,
        extras: severity == 3 ? settings.extraOffers : 0))
  }

  private mutating func say(_ answer: PhoneAnswer, _ id: Int64) async throws {
    let phone = try #require(phones[id])
    let offer = try fixture.integer(
      "SELECT max(id) FROM offer WHERE responder_id = \(id) AND state IN ('queued', 'sent', 'delivered', 'seen', 'accepted')"
    )
    let verdict = try await phone.say(answer, to: .init(Int64(offer)))
    #expect(verdict.now != nil)
    switch answer {
    case .seen: plain.see(id)
    case .accept: plain.accept(id)
    case .decline: plain.decline(id)
    }
  }

  private mutating func goOffDuty(_ id: Int64) async throws {
    try await phones[id]?.duty(DutyChange(state: .offDuty))
    plain.goOffDuty(id)
  }

  private mutating func come(_ id: Int64) async throws {
    try await phones[id]?.duty(DutyChange(state: .onDuty))
    try await phones[id]?.report(north: norths[id] ?? 0)
    plain.change(id) { person, _ in (person.duty, person.status) = ("on_duty", "online") }
    plain.settle()
  }

  /// Somebody's phone reports a mocked position; the answer tells of their offer.
  private mutating func doubt(_ id: Int64) async throws {
    try await phones[id]?.report(north: norths[id] ?? 0, mock: .yes)
    plain.change(id) { person, now in person.doubts.append(.init(flag: "mock", at: now)) }
    plain.hear(id)
  }

  // MARK: What must be the same

  func check(_ seed: UInt64) throws {
    for (id, incident) in zip(incidents, plain.incidents) {
      let file = try fixture.file(id)
      let open = file.offers.map(\.offer).filter(\.state.isOpen).sorted { $0.id < $1.id }
      let note = "seed \(seed), \(id.rawValue) at \(plain.now)"
      #expect(open.map(\.responder.rawValue) == incident.asked, "\(note)")
      #expect(
        file.dispatch.assignees.map(\.responder.rawValue).sorted() == incident.holders.sorted(), "\(note)")
      #expect(file.dispatch.state.rawValue == incident.state, "\(note)")
    }
    let sent = try fixture.texts(
      """
      SELECT offer.responder_id || ' ' || offer.incident_id || ' ' || CASE provider WHEN 'sms' THEN 'text' ELSE 'app' END
      FROM push_job JOIN push_channel ON push_channel.id = channel_id JOIN offer ON offer.id = offer_id
      JOIN incident ON incident.id = offer.incident_id
      WHERE push_job.kind = 'offer' AND incident.title = 'I'
      """)
    let expected = plain.asks.flatMap { ask in ask.messages.map { "\(ask.person) \(ask.incident) \($0)" } }
    #expect(sent.sorted() == expected.sorted(), "seed \(seed) at \(plain.now)")
    for person in plain.present where person.duty == "on_duty" {
      let entry = fixture.store.liveness.boardEntry(of: .init(person.id), in: fixture.workspace.id)
      let hears = entry?.hearing?.within(at: fixture.clock.now).map { Double($0) / 1_000 }
      #expect(hears == person.hears(at: plain.now), "seed \(seed), person \(person.id) at \(plain.now)")
    }
  }
}
