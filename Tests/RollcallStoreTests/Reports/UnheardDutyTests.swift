import Rollcall
import Testing

@testable import RollcallStore

@Suite("Duty of a responder whose phone never reported")
struct UnheardDutyTests {
  /// A part of a day that is told by itself, seconds; four of them are a login.
  private static let part = 21_600.0

  private func shares(_ fixture: TestStore, _ id: Responder.ID, parts: Range<Int>) throws -> [DutyShares?] {
    try parts.map { place in
      let span = TimeSpan(from: .at(Double(place) * Self.part), to: .at(Double(place + 1) * Self.part))
      let found = try fixture.store.reports.dutyDays(of: [id], in: fixture.workspace, span)
      let lengths = try fixture.store.reports.dutyLengths(of: [id], in: fixture.workspace, span)
      #expect(lengths[id] == found.first?.shares.onDuty, "attendance and availability tell the same")
      for row in found {
        let shares = row.shares
        #expect(
          shares.onDuty
            == shares.online + shares.degraded + shares.offline + shares.unknown + shares.notObserved)
        #expect(row.ages?.length == 0 && row.battery?.shifts == 0)
      }
      return found.first?.shares
    }
  }

  private static func unknown(_ length: Milliseconds) -> DutyShares {
    var shares = DutyShares()
    shares.unknown = length
    return shares
  }

  @Test("put on duty by a login: on duty and unknown, in each part; a first contact changes no past one")
  func login() async throws {
    let fixture = try TestStore()
    fixture.clock.set(0)
    let phone = try fixture.phone(profile: "family")
    fixture.clock.set(2.5 * Self.part)
    #expect(try phone.row.live.lastContact == nil && phone.status == .unknown)
    let before = try shares(fixture, phone.id, parts: 0..<2)
    #expect(before == [Self.unknown(21_600_000), Self.unknown(21_600_000)])
    #expect(try shares(fixture, phone.id, parts: 2..<4) == [Self.unknown(10_800_000), nil])

    try await phone.send([ping(2.5 * Self.part, 1)], at: 2.5 * Self.part)
    fixture.clock.set(2.5 * Self.part + 60)
    #expect(try shares(fixture, phone.id, parts: 0..<2) == before)
    let today = try fixture.store.reports.dutyDays(
      of: [phone.id], in: fixture.workspace, TimeSpan(from: .at(2 * Self.part), to: .at(3 * Self.part)))
    #expect(today.map(\.shares.unknown) == [10_800_000] && today.map(\.shares.online) == [60_000])
  }

  @Test("before a first duty a responder is not in it, heard or not")
  func offDuty() async throws {
    let fixture = try TestStore()
    fixture.clock.set(0)
    let phone = try fixture.phone(profile: "responder")
    fixture.clock.set(Self.part)
    #expect(try shares(fixture, phone.id, parts: 0..<1) == [nil])
  }
}
