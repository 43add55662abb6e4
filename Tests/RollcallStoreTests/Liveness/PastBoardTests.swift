import StoreSupport
import Seeds
import Rollcall
import Testing

@testable import RollcallStore

@Suite("The board of a past moment is the board that was shown then")
struct PastBoardTests {
  /// What a row of the board said.
  private struct Shown: Equatable {
    var status: Status
    var since: Timestamp
    var rule: String
    var duty: DutyState
    var order: String?
    var place: Position?
    var fixAt: Timestamp?
    var battery: Double?
    var backlog: Bool
    var flapping: Bool
    var errand: Errand?
    var quiet: Quiet?

    init(_ entry: BoardEntry, at now: Timestamp) {
      let live = entry.live.settled(at: now)
      (status, since, rule) = (live.status, live.since, live.reason)
      (duty, order) = (live.duty, entry.order)
      (place, fixAt, battery) = (entry.position, entry.fixAt, entry.phone.battery.value)
      (backlog, flapping) = (entry.hasBacklog, entry.isFlapping(at: now))
      (errand, quiet) = (entry.errand, entry.openQuiet(at: now))
    }
  }

  /// A look at the live board.
  private struct Look {
    var at: Timestamp
    var rows: [Responder.ID: Shown]
    var heard: [Responder.ID: Timestamp?]
    var quiet: [Responder.ID: Quiet]
    var watched: [Responder.ID: [TimeSpan]]
  }

  private func look(_ fixture: TestStore, at now: Double) throws -> Look {
    let instant = Timestamp.at(now)
    let entries = fixture.store.liveness.board(of: fixture.workspace.id)
    let strips = try fixture.store.liveness.strips(
      of: entries, in: TimeSpan(from: .at(now - 7_200), to: instant))
    return Look(
      at: instant, rows: Dictionary(uniqueKeysWithValues: entries.map { ($0.id, Shown($0, at: instant)) }),
      heard: Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.live.lastContact) }),
      quiet: Dictionary(
        uniqueKeysWithValues: entries.compactMap { entry in
          entry.openQuiet(at: instant).map { (entry.id, $0) }
        }),
      watched: strips.mapValues(\.watched))
  }

  @Test("After random histories, with late reports and restarts", arguments: Seeds.some(12))
  func random(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    fixture.clock.set(0)
    var phones = [try fixture.phone(profile: "responder", name: "0", device: "d0")]
    var now = 0.0
    var looks: [Look] = []
    for step in 0..<60 {
      now += random.element([0.5, 30, 100, 200, 600]) ?? 1
      fixture.clock.set(now)
      if step % 15 == 7 {
        let profile = step == 7 ? "family" : "responder"
        phones.append(try fixture.phone(profile: profile, name: "\(step)", device: "d\(step)"))
      }
      let phone = random.element(phones) ?? phones[0]
      switch Int.random(in: 0..<11, using: &random) {
      case 0...3:
        let level: Double? = random.element([nil, 0.9, 0.5, 0.1]) ?? nil
        try await phone.send([ping(now, lat: 46 + now / 1e6, battery: level)])
      case 4:
        // A backlog: known from now on, and not before.
        let ages: [Double] = [random.element([100, 400]) ?? 100, 50]
        let waiting = Int64.random(in: 0...2, using: &random)
        try await phone.send(
          ages.map { try ping(max(0, now - $0), lat: 45 + now / 1e6) },
          telemetry: .said { $0.queueDepth = waiting })
      case 5: try await phone.contact()
      case 6...7:
        let state = random.element([DutyState.onDuty, .onMission, .offDuty]) ?? .onDuty
        try await phone.duty(
          DutyChange(state: state, id: "\(step)", order: Bool.random(using: &random) ? "7" : nil))
      case 8:
        if Bool.random(using: &random) { try fixture.store.markAlive() }
        now += random.element([4, 300]) ?? 1
        fixture.clock.set(now)
        try fixture.restart()
      default: break
      }
      now += 0.25
      fixture.clock.set(now)
      try fixture.settle()
      if step % 3 == 0 { looks.append(try look(fixture, at: now)) }
    }
    fixture.clock.set(now + 7)
    try fixture.settle()
    for look in looks { try compare(look, fixture, "seed \(seed), at \(look.at.since(.at(0)))") }
    for _ in 0..<8 {
      let start = Double.random(in: -100...now, using: &random)
      let span = TimeSpan(from: .at(start), to: .at(start + Double.random(in: 0...4_000, using: &random)))
      try compareLanes(fixture, in: span, "seed \(seed), \(start)")
    }
  }

  /// The lanes of all are those of each one's timeline.
  private func compareLanes(_ fixture: TestStore, in asked: TimeSpan, _ place: String) throws {
    let found = try fixture.store.liveness.lanes(of: fixture.workspace, in: asked)
    let now = fixture.store.clock()
    for entry in fixture.store.liveness.board(of: fixture.workspace.id) {
      let timeline = try fixture.store.liveness.timeline(of: entry.id, in: fixture.workspace, asked)
      let alone = Lanes.reachable(
        in: found.span, watched: timeline.watched, quiet: timeline.timeline.silences.map(\.quiet),
        absences: timeline.timeline.notObserved, now: now)
      let facts = found.people.first { $0.id == entry.id }?.facts
      let together = Lanes.reachable(
        in: found.span, watched: facts?.watched ?? [], quiet: facts?.quiet ?? [], absences: found.absences,
        now: now)
      #expect(together == alone, "\(place), \(entry.person.name)")
    }
  }

  private func compare(_ look: Look, _ fixture: TestStore, _ place: String) throws {
    let past = try fixture.store.liveness.board(of: fixture.workspace, at: look.at)
    #expect(Set(past.entries.map(\.id)) == Set(look.rows.keys), "\(place)")
    let strips = try fixture.store.liveness.strips(
      of: past.entries, in: TimeSpan(from: look.at.advanced(by: -7_200_000), to: look.at))
    for entry in past.entries {
      var shown = try #require(look.rows[entry.id])
      // Told afterwards: nobody saw a status while we were away.
      if let away = past.absence, shown.duty.isWatched {
        (shown.status, shown.since, shown.rule) = (.unknown, away.from, "not observed")
      }
      let told = Shown(entry, at: look.at)
      #expect(told == shown, "\(place), \(entry.person.name)")
      #expect(strips[entry.id]?.watched == look.watched[entry.id], "\(place), \(entry.person.name)")
      let heard = try #require(look.heard[entry.id])
      if let within = entry.heardWithin {
        // Truly heard in that time, and no row says when.
        #expect(heard.map { look.at.since($0) <= within } ?? false, "\(place)")
      } else if shown.duty.isWatched, heard != nil, heard != entry.live.lastContact {
        // A contact without a row, not later than a silence would have begun.
        let contact = try #require(entry.live.lastContact, "\(place)")
        let limit = try #require(entry.live.force.thresholds).degraded
        #expect(contact <= heard ?? contact && look.at.since(contact) <= limit, "\(place)")
      }
    }
  }

  @Test("An offer is somebody's errand until it ends, and no longer")
  func endedOffer() async throws {
    let fixture = try TestStore()
    fixture.clock.set(0)
    let phone = try await fixture.candidate()
    let incident = try fixture.open("Fall from a ladder")
    fixture.clock.set(10)
    try fixture.offer(incident, to: phone)
    fixture.clock.set(20)
    let asked = try #require(fixture.store.liveness.board(of: fixture.workspace.id).first?.errand)
    fixture.clock.set(200)
    try fixture.store.dispatch.close(
      incident, as: .cancelled, in: .test(fixture.workspace.id, TestStore.dispatcher))
    fixture.clock.set(300)
    #expect(fixture.store.liveness.board(of: fixture.workspace.id).first?.errand == nil)
    #expect(
      try fixture.store.liveness.board(of: fixture.workspace, at: .at(20)).entries.map(\.errand) == [asked])
    #expect(
      try fixture.store.liveness.board(of: fixture.workspace, at: .at(250)).entries.map(\.errand) == [nil])
  }

  @Test("Nobody is told of before they were there, and an absence of ours is named")
  func edges() async throws {
    let fixture = try TestStore()
    fixture.clock.set(1_000)
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 1_010)
    try await phone.send([ping(1_010)])
    fixture.clock.set(1_400)
    try fixture.restart()
    fixture.clock.set(1_420)
    #expect(try fixture.store.liveness.board(of: fixture.workspace, at: .at(999)).entries.isEmpty)
    #expect(try fixture.store.liveness.board(of: fixture.workspace, at: .at(1_000)).entries.count == 1)
    #expect(try fixture.store.liveness.board(of: fixture.workspace, at: .at(1_005)).absence == nil)
    let away = try #require(try fixture.store.liveness.board(of: fixture.workspace, at: .at(1_300)).absence)
    #expect(away.to == .at(1_400))
    let covered = try fixture.store.liveness.board(of: fixture.workspace, at: .at(1_050)).entries.map(\.live)
    #expect(covered.map(\.status) == [.unknown])
    #expect(covered.map(\.reason) == ["not observed"])
    #expect(
      try fixture.store.liveness.board(of: fixture.workspace, at: .at(1_010)).entries.map(\.live.status) == [
        .unknown
      ])
    #expect(
      try fixture.store.liveness.board(of: fixture.workspace, at: .at(1_401)).entries.map(\.live.reason) == [
        Liveness.restartRule
      ])
  }
}
