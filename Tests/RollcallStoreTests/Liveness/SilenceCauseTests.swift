import Rollcall
import Testing

@testable import RollcallStore

/// Why somebody was silent, through real uploads: each cause in a story, with what speaks for it.
@Suite("Each silence has a cause, or says that it has none")
struct SilenceCauseTests {
  private func event(_ kind: DeviceEvent.Kind, at seconds: Double) -> DeviceEvent {
    DeviceEvent(kind: kind, at: .at(seconds))
  }

  @Test("Nothing is known: unknown, with what was last heard, open until the phone is back")
  func unknown() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    let said = Telemetry.said { ($0.appState, $0.network, $0.queueDepth) = (.background, .cellular, 0) }
    try await phone.send([ping(60, 2, battery: 0.38)], telemetry: said, at: 60)
    let heard = "60 last contact: battery 38 %, app in background, network cellular, 0 pings waiting"
    fixture.clock.set(150)
    #expect(try phone.whyQuiet() == [], "not yet longer than D")
    fixture.clock.set(150.001)
    #expect(try phone.whyQuiet() == ["60… degraded unknown: \(heard)"])
    fixture.clock.set(240.001)
    #expect(try phone.whyQuiet() == ["60… offline unknown: \(heard)"])
    try await phone.contact(at: 600)
    #expect(try phone.whyQuiet() == ["60…600 offline unknown: \(heard)"])
    fixture.clock.set(640)
    #expect(try phone.whyQuiet(600) == [], "it ended before")
    #expect(try phone.whyQuiet(599.999, 600) == ["60…600 offline unknown: \(heard)"])
    #expect(try phone.whyQuiet(0, 60) == [], "it began after")
    #expect(try phone.whyQuiet(0, 60.001).count == 1)
  }

  @Test("No network: said afterwards, and fixes that waited")
  func noNetwork() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    fixture.clock.set(500)
    #expect(
      try phone.whyQuiet() == [
        "1… offline unknown: 1 last contact: the phone said nothing about itself"
      ])
    try await phone.tell([event(.network(.none), at: 20), event(.network(.wifi), at: 599)], at: 600)
    #expect(try phone.whyQuiet() == ["1…600 offline no_network: 20 network none"])
    let queued = try (1...9).map { try ping(Double($0) * 60, Int64($0) + 1) }
    try await phone.send(queued, at: 601)
    #expect(
      try phone.whyQuiet() == [
        "1…600 offline no_network: 20 network none; 601 9 fixes were queued and arrived"
      ])
  }

  @Test("Fixes that waited are enough, when the phone took them all the while")
  func queued() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.send(try (1...9).map { try ping(Double($0) * 60, Int64($0) + 1) }, at: 600)
    #expect(
      try phone.whyQuiet() == ["1…600 offline no_network: 600 9 fixes were queued and arrived"])
  }

  @Test("Permission and location services: told before it went quiet, known before it returns")
  func switchedOff() async throws {
    let told: [(DeviceEvent.Kind, Telemetry, String)] = [
      (
        .permission(.denied), .said { $0.permission = .denied },
        "permission_revoked: 60 location permission denied"
      ),
      (
        .locationServices(false), .said { $0.locationServices = false },
        "location_off: 60 location services off"
      ),
    ]
    for (kind, telemetry, why) in told {
      for byEvent in [true, false] {
        let fixture = try TestStore()
        let phone = try await TestPhone.onDuty(fixture)
        if byEvent {
          try await phone.tell(kind, at: 60)
        } else {
          try await phone.send([ping(60, 2)], telemetry: telemetry, at: 60)
        }
        fixture.clock.set(300)
        #expect(try phone.whyQuiet() == ["60… offline \(why)"])
      }
    }
  }

  @Test("A battery of 4 %, then quiet; at 8 % only when the phone was started again afterwards")
  func battery() async throws {
    for (level, byEvent) in [(0.04, false), (0.04, true), (0.08, false)] {
      let fixture = try TestStore()
      let phone = try await TestPhone.onDuty(fixture)
      if byEvent {
        try await phone.tell(.battery(level), at: 60)
      } else {
        try await phone.send([ping(60, 2, battery: level)], at: 60)
      }
      fixture.clock.set(300)
      let word = level > 0.05 ? "unknown" : "battery_empty"
      #expect(try phone.whyQuiet().first?.hasPrefix("60… offline \(word): ") == true)
      try await phone.tell([event(.lifecycle(.boot), at: 590)], at: 600)
      let percent = level > 0.05 ? "8" : "4"
      #expect(
        try phone.whyQuiet() == [
          "60…600 offline battery_empty: 60 battery \(percent) %; 590 the phone was started"
        ])
    }
  }

  @Test("An empty battery is found also behind many fixes that were taken after the phone was started")
  func batteryBehindFixes() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.send([ping(60, 2, battery: 0.03)], at: 60)
    // Dead from 60 to 5000, started, and without network until 8000.
    let queued = try (0..<30).map { try ping(5_000 + Double($0) * 100, Int64($0) + 3, battery: 0.9) }
    try await phone.send(queued, at: 8_000)
    #expect(try phone.whyQuiet() == ["60…8000 offline battery_empty: 60 battery 3 %"])
  }

  @Test("Low power, and fixes became rare; one that keeps its pace lacks network")
  func powerSaving() async throws {
    for (moments, why) in [
      (
        [200.0, 400],
        "power_saving: 60 low power mode switched on; 200 2 fixes were taken in 9 min"
      ),
      (
        Array(stride(from: 100.0, through: 560, by: 60)),
        "no_network: 600 8 fixes were queued and arrived"
      ),
    ] {
      let fixture = try TestStore()
      let phone = try await TestPhone.onDuty(fixture)
      try await phone.tell(.power(.lowPower), at: 60)
      try await phone.send(
        try moments.enumerated().map { try ping($0.element, Int64($0.offset) + 2) }, at: 600)
      #expect(try phone.whyQuiet() == ["60…600 offline \(why)"])
    }
  }

  @Test("The app was ended, or came back only when somebody opened it")
  func killed() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.tell(.lifecycle(.background), at: 60)
    fixture.clock.set(500)
    #expect(try phone.whyQuiet().first?.hasPrefix("60… offline unknown") == true)
    try await phone.tell([event(.lifecycle(.foreground), at: 599)], at: 600)
    #expect(
      try phone.whyQuiet() == [
        "60…600 offline app_killed: 60 last state background; 60 no fixes taken from here on for 9 min; "
          + "599 came back in foreground"
      ])
    try await phone.tell([event(.lifecycle(.killed), at: 70)], at: 601)
    #expect(try phone.whyQuiet() == ["60…600 offline app_killed: 70 the app was ended"])
  }

  @Test("A session that was revoked: known at once, with the request that was refused")
  func revoked() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    fixture.clock.set(60)
    _ = try fixture.store.phones.setResponder(
      phone.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    fixture.clock.set(100)
    #expect(try phone.whyQuiet() == ["1… degraded session_revoked: 60 session revoked"])
    try fixture.deny(phone, at: 200)
    try fixture.deny(phone, at: 230)
    fixture.clock.set(300)
    #expect(
      try phone.whyQuiet() == [
        "1… offline session_revoked: 60 session revoked; 200 the phone reported and was refused"
      ])
    #expect(try fixture.integer("SELECT count(*) FROM denial") == 1, "one a minute is enough")
  }

  @Test("A session that ran out, with the request that was refused")
  func expired() async throws {
    let fixture = try TestStore()
    var phone = try fixture.phone(profile: "responder")
    fixture.clock.set(0)
    phone.session = try fixture.store.phones.issueToken(
      slug: "north", responder: phone.id, deviceID: "phone-1", lifetime: 100_000
    ).session
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(60, 1)], at: 60)
    try fixture.deny(phone, at: 130)
    fixture.clock.set(400)
    #expect(
      try phone.whyQuiet() == [
        "60… offline session_expired: 100 session expired; 130 the phone reported and was refused"
      ])
  }

  @Test("A new login revokes nothing")
  func newLogin() async throws {
    let fixture = try TestStore()
    var phone = try await TestPhone.onDuty(fixture)
    fixture.clock.set(60)
    phone.session = try fixture.login(phone.id, device: "phone-2")
    try await phone.contact(at: 300)
    #expect(try phone.whyQuiet().map { $0.hasPrefix("1…300 offline unknown: ") } == [true])
  }

  @Test("Our own restart: nobody is accused for what was ours, and the rest says it")
  func ours() async throws {
    for (alive, told) in [
      (60.0, "60…510 nobody's not_observed: 60 Rollcall itself was away for 7 min"),
      (
        200,
        "60…510 degraded unknown: 60 last contact: the phone said nothing about itself; "
          + "200 Rollcall itself was away for 5 min"
      ),
      (
        300,
        "60…510 offline unknown: 60 last contact: the phone said nothing about itself; "
          + "300 Rollcall itself was away for 3 min"
      ),
    ] {
      let fixture = try TestStore()
      let phone = try await TestPhone.onDuty(fixture)
      try await phone.contact(at: 60)
      fixture.clock.set(alive)
      try fixture.store.markAlive()
      fixture.clock.set(500)
      try fixture.restart()
      try await phone.contact(at: 510)
      #expect(try phone.whyQuiet() == [told])
      let timeline = try phone.timeline().timeline
      #expect(timeline.notObserved == [TimeSpan(from: .at(alive), to: .at(500))])
    }
  }

  @Test("Off duty nobody is silent, and going off duty ends a silence")
  func offDuty() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.duty(DutyChange(state: .offDuty), at: 200)
    fixture.clock.set(5_000)
    #expect(try phone.whyQuiet().map { $0.hasPrefix("1…200 offline") } == [true])
  }
}

extension TestStore {
  /// A request of a phone whose session has ended.
  func deny(_ phone: TestPhone, at seconds: Double) throws {
    clock.set(seconds)
    store.tracking.recordDenial(phone.session, code: "SESSION_REVOKED")
    try store.markAlive()
  }
}
