import Rollcall
import Testing

@testable import RollcallStore

@Suite("What was concluded outlives what it was concluded from")
struct SilenceSealTests {
  private static let day = 86_400.0

  @Test("Cause, evidence, worst and our own absence stay when the evidence is purged")
  func sealed() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try await TestPhone.onDuty(fixture)
    // No network until 600; an empty battery until 2000; ours until 2900; then silent without an end.
    try await phone.send(try (1...9).map { try ping(Double($0) * 60, Int64($0) + 1) }, at: 600)
    try await phone.send([ping(610, 20, battery: 0.02)], at: 610)
    try await phone.contact(at: 2_000)
    try fixture.store.markAlive()
    fixture.clock.set(2_900)
    try fixture.restart()
    try await phone.contact(at: 2_910)
    fixture.clock.set(5_000)
    let before = try phone.timeline().timeline.silences
    #expect(before.map(\.cause) == [.noNetwork, .batteryEmpty, .notObserved, .unknown])
    fixture.clock.set(11 * Self.day)
    let south = try fixture.addWorkspace("south")
    var pass = try fixture.store.retention.beginPurge(of: south.id)
    while !pass.isDone { pass = try fixture.store.retention.purgeSlice(pass) }
    #expect(
      try fixture.integer("SELECT count(*) FROM silence WHERE cause IS NULL") == 3, "nobody else's are judged"
    )
    try fixture.purgeAll()
    for table in ["ping", "upload", "device_event"] {
      #expect(try fixture.integer("SELECT count(*) FROM \(table)") == 0)
    }
    #expect(try phone.timeline().timeline.silences.dropLast() == before.dropLast())
    #expect(try fixture.integer("SELECT count(*) FROM silence WHERE cause IS NULL") == 0)
    // What is judged for good stays judged, whatever comes later.
    try fixture.execute("DELETE FROM denial")
    try fixture.purgeAll()
    #expect(try phone.timeline().timeline.silences.dropLast() == before.dropLast())
  }
}
