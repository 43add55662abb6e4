import Seeds
import Rollcall
import Testing

@testable import RollcallStore

@Suite("A strip of the board is the reachable lane of the timeline")
struct TimelineStripTests {
  @Test("After random histories", arguments: Seeds.some(12))
  func random(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    fixture.clock.set(0)
    var phones = [try fixture.phone(profile: "responder", name: "0", device: "d0")]
    var now = 0.0
    for step in 0..<45 {
      now += random.element([0.5, 30, 100, 200, 600]) ?? 1
      fixture.clock.set(now)
      if step % 15 == 7 {
        let profile = step == 7 ? "family" : "responder"
        phones.append(try fixture.phone(profile: profile, name: "\(step)", device: "d\(step)"))
      }
      let phone = random.element(phones) ?? phones[0]
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4: try await phone.send([ping(now)])
      case 5: try await phone.contact()
      case 6...7:
        try await phone.duty(DutyChange(state: random.element([.onDuty, .onMission, .offDuty]) ?? .onDuty))
      case 8:
        if Bool.random(using: &random) { try fixture.store.markAlive() }
        now += random.element([4, 300]) ?? 1
        fixture.clock.set(now)
        try fixture.restart()
      default: try fixture.settle()
      }
      if step % 3 == 0 { try compare(fixture, now, "seed \(seed), step \(step)") }
    }
  }

  private func compare(_ fixture: TestStore, _ now: Double, _ place: String) throws {
    for hours in [0.1, 2.0] {
      let span = TimeSpan(from: .at(now - hours * 3_600), to: .at(now))
      let absences = try fixture.store.liveness.absences(in: span)
      let entries = fixture.store.liveness.board(of: fixture.workspace.id)
      let strips = try fixture.store.liveness.strips(of: entries, in: span)
      for entry in entries {
        let strip = try #require(strips[entry.id])
        let found = try fixture.store.liveness.timeline(of: entry.id, in: fixture.workspace, span)
        func lane(_ watched: [TimeSpan], _ quiet: [Quiet]) -> [Lanes.Piece<Lanes.Reachable>] {
          Lanes.reachable(in: span, watched: watched, quiet: quiet, absences: absences, now: .at(now))
        }
        #expect(
          lane(strip.watched, strip.quiet) == lane(found.watched, found.timeline.silences.map(\.quiet)),
          "\(place)")
      }
    }
  }

  @Test("Before somebody was there, nothing is drawn")
  func bornWithin() async throws {
    let fixture = try TestStore()
    fixture.clock.set(3_600)
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 3_700)
    try await phone.send([ping(3_710)], at: 3_710)
    fixture.clock.set(3_720)
    let strips = try fixture.store.liveness.strips(
      of: [try phone.row], in: TimeSpan(from: .at(0), to: .at(3_720)))
    #expect(strips[phone.id]?.watched == [TimeSpan(from: .at(3_700), to: .at(3_720))])
    #expect(try fixture.store.liveness.strips(of: [], in: TimeSpan(from: .at(0), to: .at(9))).isEmpty)
  }
}
