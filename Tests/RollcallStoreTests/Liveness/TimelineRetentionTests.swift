import Rollcall
import Testing

@testable import RollcallStore

@Suite("A timeline follows the retention at once")
struct TimelineRetentionTests {
  private static let day = 86_400.0

  @Test("Neither flags nor gaps tell when an expired fix was taken, before the purge and after it")
  func reports() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.send([ping(60, mock: .yes)], at: 60)
    try await phone.send([ping(9 * Self.day, mock: .yes)], at: 9 * Self.day)
    fixture.clock.set(10 * Self.day)
    let all = 20 * Self.day
    #expect(try phone.flags(0, all) == ["60 mock", "777600 mock"])
    #expect(try phone.gaps(0, all) == ["60…777600", "777600…"])
    fixture.clock.set(10.5 * Self.day)
    let shown = (try phone.flags(0, all), try phone.gaps(0, all), try phone.whyQuiet(0, all))
    #expect(shown.0 == ["777600 mock"])
    #expect(shown.1 == ["43200…777600", "777600…"])
    #expect(shown.2.count == 2)
    try fixture.purgeAll()
    #expect(try phone.flags(0, all) == shown.0)
    #expect(try phone.gaps(0, all) == shown.1)
    #expect(try phone.whyQuiet(0, all) == shown.2)
  }

  @Test("Uploads of an expired time are not counted, and nothing says when an expired fix came")
  func facts() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try await TestPhone.onDuty(fixture)
    let all = TimeSpan(from: .at(-100), to: .at(20 * Self.day))
    for (seconds, count) in [(10 * Self.day, Int64(1)), (10 * Self.day + 2, 0)] {
      fixture.clock.set(seconds)
      let facts = try fixture.store.liveness.facts(of: phone.id, in: fixture.workspace.id, all)
      #expect(facts.uploads.requests == count)
      #expect(facts.uploads.stored == count)
      #expect((facts.latestReceivedAt != nil) == (count == 1))
    }
  }

  @Test("Statuses, silences and duty are shown for 400 days")
  func log() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.contact(at: 1_000)
    try await phone.duty(DutyChange(state: .offDuty), at: 1_010)
    let end = 500 * Self.day
    for (seconds, silences, transitions) in [(400 * Self.day + 999, 1, 2), (400 * Self.day + 1_001, 0, 1)] {
      fixture.clock.set(seconds)
      for purges in [false, true] {
        if purges { try fixture.purgeAll() }
        let found = try phone.timeline(-100, end).timeline
        #expect(found.silences.count == silences, "\(seconds)")
        #expect(found.transitions.count == transitions, "\(seconds)")
        #expect(found.duty.map(\.state) == [.offDuty])
        let span = TimeSpan(from: .at(-100), to: .at(end))
        let log = try fixture.store.liveness.transitions(
          of: fixture.workspace.id, in: span, responder: nil, after: nil, limit: 99)
        #expect(log.count == transitions, "\(seconds)")
      }
    }
  }
}
