import Rollcall
import Testing

@testable import RollcallStore

@Suite("Refused uploads are counted by reason")
struct RejectionCountTests {
  private func rejected(_ phone: TestPhone, _ from: Double = 0, _ to: Double = 9) throws -> [String] {
    try phone.fixture.store.liveness.facts(
      of: phone.id, in: phone.fixture.workspace.id, TimeSpan(from: .at(from), to: .at(to))
    ).uploads.rejected.map { "\($0.count) \($0.reason)" }
  }

  @Test("By day and reason, most frequent first; a refused body is a contact")
  func counted() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    fixture.clock.set(100)
    fixture.store.tracking.recordRefusal(
      phone.session, ["lat: range": 2, "body: malformed JSON": 1, "": 7, "x": 0])
    let upload = Upload(
      batch: Batch(pings: [try ping(101)]), rejected: 1, rejections: ["lat: range": 1, "speed_mps: range": 4])
    fixture.clock.set(101)
    _ = try await phone.upload(upload)
    #expect(try rejected(phone) == ["4 speed_mps: range", "3 lat: range", "1 body: malformed JSON"])
    let day = 86_400.0
    fixture.clock.set(day + 100)
    fixture.store.tracking.recordRefusal(phone.session, ["lat: range": 9])
    try fixture.store.markAlive()
    #expect(try phone.row.live.lastContact == .at(day + 100))
    #expect(try rejected(phone, day, day + 9) == ["9 lat: range"])
    #expect(try rejected(phone, 0, day).first == "12 lat: range", "days are whole")
  }

  @Test("A reason of any length or letters costs nothing else")
  func long() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    let accented = String(repeating: "e\u{301}", count: 100)
    let upload = Upload(
      batch: Batch(pings: [try ping(50)]), rejected: 1,
      rejections: [accented: 1, String(repeating: "x", count: 500): 2])
    fixture.clock.set(60)
    #expect(try await phone.upload(upload) == Answer(1))
    #expect(try rejected(phone).map(\.unicodeScalars.count) == [122, 122])
  }
}
