import Rollcall

extension SilenceEntry {
  private static func at(_ hoursAgo: Double) -> Timestamp {
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

extension TimelineInput {
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

extension ResponderPage {
  /// An example with every kind of content.
  public static let sample: ResponderPage = example(purged: .sample)

  /// The sample with another name, range or status.
  static func example(
    name: String = "Mirela Novak", filter: TimelineFilter = TimelineFilter(), status: Status = .offline,
    timeline: TimelineInput = .sample, silences: [SilenceEntry] = SilenceEntry.samples,
    asOf: Timestamp = PageClock.sampleNow, purged: PurgedNotice? = nil
  ) -> ResponderPage {
    let now = PageClock.sampleNow
    let clock = PageClock.sample
    var phone = PhoneState()
    phone.battery.note(0.38, at: now)
    phone.powerMode.note(.lowPower, at: now)
    phone.permission.note(.granted, at: now)
    phone.appState.note(.background, at: now)
    phone.locationServices.note(true, at: now)
    phone.network.note(.cellular, at: now)
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
