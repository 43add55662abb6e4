import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("Tracks recorded elsewhere, as history")
struct TrackImportTests {
  private static let file = Array("a track".utf8)
  private static let digest = "f7b71f33de0d8cf52e847e85e0dfaf3fa106715332476dec82d39c2b00995dec"

  private func take(_ pings: [Ping], _ phone: TestPhone, at seconds: Double? = nil) throws -> TrackImport {
    if let seconds { phone.fixture.clock.set(seconds) }
    return try phone.fixture.store.tracking.importTrack(
      pings, from: Self.file, of: phone.id, in: .test(phone.session.workspace, "member:1"))
  }

  private func result(_ stored: Int, duplicates: Int = 0, expired: Int = 0, ahead: Int = 0) -> TrackImport {
    var result = TrackImport()
    (result.stored, result.duplicates, result.expired, result.ahead) = (stored, duplicates, expired, ahead)
    return result
  }

  @Test("It is neither a contact nor the latest fix: no one turns green, and nothing else of the row changes")
  func history() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    phone.fixture.clock.set(1_000)
    let before = try phone.row
    #expect(before.live.settled(at: .at(1_000)).status == .offline)
    #expect(try take([ping(400), ping(999.999, lat: 46.001)], phone) == result(2))
    let after = try phone.row
    #expect(after.fixAt == before.fixAt && after.position == before.position)
    #expect(after.live.settled(at: .at(1_000)) == before.live.settled(at: .at(1_000)))
    #expect(
      try phone.history.map(\.queue) == ["phone-1", "track-f7b71f33de0d8cf5", "track-f7b71f33de0d8cf5"])
  }

  @Test("It closes the gap in the track, and not the silence")
  func gap() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    try await phone.send([ping(900, 2)], at: 900)
    #expect(try phone.gaps() == ["1…900"])
    _ = try take(stride(from: 60.0, to: 900, by: 60).map { try ping($0) }, phone, at: 950)
    #expect(try phone.gaps() == ["1…900 until 950"])
    #expect(try phone.whyQuiet().map { $0.prefix(5) } == ["1…900"])
  }

  @Test("A point recorded off duty is history, and not part of the track")
  func offDuty() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    try await phone.duty(DutyChange(state: .offDuty), at: 100)
    try await phone.duty(DutyChange(state: .onDuty), at: 500)
    _ = try take([ping(-5), ping(50), ping(100), ping(300), ping(500)], phone, at: 1_000)
    #expect(
      try phone.fixture.texts(
        "SELECT on_duty || '' FROM ping WHERE queue_id = (SELECT max(id) FROM queue) ORDER BY effective_at")
        == ["0", "1", "0", "0", "1"])
  }

  @Test("Again, or what the phone has sent already, is a duplicate; what is too old or to come is left out")
  func leftOut() async throws {
    let phone = try await TestPhone.onDuty(try TestStore(retentionDays: 1))
    let track = [try ping(1), try ping(2), try ping(-86_400), try ping(101)]
    #expect(try take(track, phone, at: 100) == result(1, duplicates: 1, expired: 1, ahead: 1))
    try phone.fixture.restart()
    #expect(try take(track, phone) == result(0, duplicates: 2, expired: 1, ahead: 1))
    #expect(try phone.history.count == 2)
  }

  @Test("The same doubts as of any fix, in a track of many pieces too")
  func doubts() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    var track = try (0..<1_200).map { try ping(Double(10 + $0)) }
    track[600] = try ping(610, lat: 47)
    track[800] = try ping(810, mock: .yes, accuracy: -1)
    #expect(try take(track, phone, at: 2_000) == result(1_200))
    #expect(Set(try phone.flags()) == ["610 speed", "810 mock", "810 invalid_fix"])
  }

  @Test("It is audited once, with the file's hash; people of another workspace and erased ones are refused")
  func whose() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    let other = try phone.fixture.addWorkspace("other")
    _ = try take([ping(5)], phone, at: 10)
    let entries = try phone.fixture.texts("SELECT detail FROM audit WHERE action = 'track.import'")
    #expect(entries == ["1 points stored; SHA-256 of the file \(Self.digest)"])
    let store = phone.fixture.store
    #expect(throws: StoreError.notFound("responder \(phone.id.rawValue)")) {
      try store.tracking.importTrack(
        [ping(6)], from: Self.file, of: phone.id, in: .test(other.id, "member:1"))
    }
    _ = try store.privacy.erase(phone.id, in: .test(phone.session.workspace, "member:1"))
    #expect(throws: StoreError.notFound("responder \(phone.id.rawValue)")) { try take([ping(7)], phone) }
  }
}
