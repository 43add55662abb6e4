import Rollcall
import Testing

@testable import RollcallStore

@Suite("The other lists of a timeline")
struct TimelineListTests {
  @Test("Changes of status: also those that time has made true and nobody has written")
  func transitions() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    fixture.clock.set(300)
    let unwritten = try words(phone)
    #expect(
      unwritten.suffix(2) == [
        "91 online→degraded responder/on_duty: no fix for 90 s",
        "181 degraded→offline responder/on_duty: no contact for 180 s",
      ])
    #expect(unwritten.count == 5)
    #expect(try words(phone, 92, 200) == ["181 degraded→offline responder/on_duty: no contact for 180 s"])
    try fixture.settle()
    #expect(try words(phone) == unwritten)
    #expect(try phone.log == unwritten)
    #expect(try words(phone, 1, 91) == ["1 unknown→online responder/on_duty: a fresh fix"], "half-open")
  }

  private func words(_ phone: TestPhone, _ from: Double = 0, _ to: Double = 1_000) throws -> [String] {
    try phone.timeline(from, to).timeline.transitions.map {
      "\(TestPhone.second($0.at)) \($0.from?.rawValue ?? "nil")→\($0.to.rawValue) \($0.rule)"
    }
  }

  @Test("Holes of each queue, as ranges, whenever they came about and after the pings are gone")
  func missing() async throws {
    let fixture = try TestStore(retentionDays: 1)
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.send([ping(2, 2), ping(3, 5), ping(4, 9)], at: 10)
    try await phone.send([ping(5, 100), ping(6, 102)], queue: "ä", at: 11)
    try await phone.send([ping(7, 7)], queue: "whole", at: 12)
    let holes = ["phone-1 3-4", "phone-1 6-8", "ä 101-101"]
    #expect(try missing(phone) == holes)
    fixture.clock.set(2 * 86_400)
    try fixture.purgeAll()
    #expect(try fixture.integer("SELECT count(*) FROM ping") == 0)
    #expect(try missing(phone) == holes)
    try await phone.send([ping(nil, 4)], at: 2 * 86_400 + 1)
    #expect(try missing(phone).first == "phone-1 3-3")
  }

  private func missing(_ phone: TestPhone) throws -> [String] {
    try phone.timeline().timeline.missingSequences.map {
      "\($0.queue) \($0.numbers.lowerBound)-\($0.numbers.upperBound)"
    }
  }

  @Test("Duty by the instant that the phone told, also what came too late to be applied")
  func duty() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.duty(DutyChange(state: .onMission, at: .at(90)), at: 100)
    try await phone.duty(DutyChange(state: .offDuty, at: .at(50)), at: 110)
    let found = try phone.timeline(0, 91).timeline.duty.map {
      "\(TestPhone.second($0.at)) \($0.state.rawValue)"
    }
    #expect(found == ["0 on_duty", "50 off_duty", "90 on_mission"])
    #expect(try phone.timeline(50, 90).timeline.duty.map(\.state) == [.offDuty])
    #expect(try phone.row.live.duty == .onMission)
  }

  @Test("A person of another workspace, or nobody, is not found")
  func foreign() async throws {
    let fixture = try TestStore()
    let other = try fixture.addWorkspace("south")
    let phone = try await TestPhone.onDuty(fixture)
    let span = TimeSpan(from: .at(0), to: .at(9))
    for (id, workspace) in [(phone.id, other), (Responder.ID(999), fixture.workspace)] {
      #expect(throws: StoreError.notFound("responder \(id.rawValue)")) {
        try fixture.store.liveness.timeline(of: id, in: workspace, span)
      }
      #expect(throws: StoreError.notFound("responder \(id.rawValue)")) {
        try fixture.store.liveness.facts(of: id, in: workspace.id, span)
      }
    }
    #expect(
      try fixture.store.liveness.transitions(
        of: other.id, in: span, responder: phone.id, after: nil, limit: 9
      ).isEmpty
    )
  }

  @Test("Of a time to come there is nothing")
  func future() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    let found = try phone.timeline(500, 600)
    #expect(found.range.length == 0)
    #expect(found.timeline.transitions == [])
    #expect(found.timeline.silences == [])
    #expect(found.timeline.trackGaps == [])
  }

  @Test("The log of a workspace is read page by page, by instant and id, of one person or all")
  func log() async throws {
    let fixture = try TestStore()
    let phones = try (0..<3).map { try fixture.phone(profile: "responder", name: "P\($0)", device: "d\($0)") }
    for phone in phones { try await phone.duty(DutyChange(state: .onDuty), at: 5) }
    for phone in phones { try await phone.send([ping(6)], at: 6) }
    let span = TimeSpan(from: .at(0), to: .at(7))
    for responder in [nil, phones[1].id] {
      let all = try fixture.store.liveness.transitions(
        of: fixture.workspace.id, in: span, responder: responder, after: nil, limit: 100)
      #expect(all.count == (responder == nil ? 9 : 3))
      #expect(zip(all, all.dropFirst()).allSatisfy { ($0.transition.at, $0.id) < ($1.transition.at, $1.id) })
      var (paged, cursor): ([Int64], HistoryCursor?) = ([], nil)
      while let last = try fixture.store.liveness.transitions(
        of: fixture.workspace.id, in: span, responder: responder, after: cursor, limit: 2
      ).map({ row in
        paged.append(row.id)
        return row
      }).last { cursor = HistoryCursor(effective: last.transition.at, id: last.id) }
      #expect(paged == all.map(\.id))
    }
  }
}
