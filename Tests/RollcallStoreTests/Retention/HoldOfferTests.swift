import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("A hold on a person's time keeps the incidents that they were asked about in it")
struct HoldOfferTests {
  private static let day = HoldFixture.day

  /// Of each of both people an incident long ago, older than the log is kept.
  private static func past() async throws -> (story: HoldFixture, ofAna: Incident.ID, ofBo: Incident.ID) {
    let story = try await HoldFixture()
    let (from, to) = (Timestamp.at(-450 * day).milliseconds, Timestamp.at(-450 * day + 600).milliseconds)
    let ofAna = try story.incident(story.ana, from: from, to: to)
    return (story, ofAna, try story.incident(story.bo, from: from, to: to))
  }

  private func incidents(_ story: HoldFixture) throws -> [String] {
    try story.fixture.texts("SELECT id FROM incident ORDER BY id")
  }

  @Test("With offers and log; the certificate counts them; they go after the release")
  func offers() async throws {
    let (story, ofAna, _) = try await Self.past()
    let hold = try story.hold(story.ana, -451 * Self.day, -449 * Self.day)
    try story.purge(rows: 1)
    #expect(try incidents(story) == ["\(ofAna.rawValue)"])
    for table in ["offer", "incident_step"] {
      #expect(try story.fixture.integer("SELECT count(*) FROM \(table)") == 1, "\(table)")
    }
    let record = try #require(try story.store.retention.purges(of: story.workspace.id).first)
    #expect(record.heldBack.holds == [hold])
    #expect([record.heldBack.counts.logRows, record.heldBack.people] == [3, 1])
    #expect(record.counts.logRows == 3)
    try story.store.retention.releaseHold(
      hold, note: "over", in: .test(story.workspace.id, HoldFixture.actor))
    try story.purge()
    #expect(try incidents(story) == [])
  }

  @Test("An offer of another time keeps nothing, but an assignment that lasted into it does")
  func assignments() async throws {
    let (story, ofAna, ofBo) = try await Self.past()
    // Both offers had ended by then.
    for phone in [story.ana, story.bo] { _ = try story.hold(phone, -450 * Self.day + 300, -449 * Self.day) }
    let (since, end) = (
      Timestamp.at(-450 * Self.day).milliseconds, Timestamp.at(-450 * Self.day + 600).milliseconds
    )
    try story.fixture.execute(
      """
      INSERT INTO assignment (workspace_id, id, incident_id, responder_id, offer_id, since, ended_at)
      SELECT workspace_id, id, incident_id, responder_id, id, \(since), \(end) FROM offer
      WHERE incident_id = \(ofBo.rawValue)
      """)
    try story.purge()
    #expect(try incidents(story) == ["\(ofBo.rawValue)"])
    #expect(ofAna != ofBo)
    #expect(try story.fixture.integer("SELECT count(*) FROM assignment") == 1)
    #expect(try story.store.retention.purges(of: story.workspace.id).first?.heldBack.counts.logRows == 4)
  }

  @Test("When several holds keep the same incident it is counted once")
  func overlapping() async throws {
    let (story, ofAna, ofBo) = try await Self.past()
    _ = try story.hold(story.ana, -450 * Self.day, -449 * Self.day)
    _ = try story.store.retention.addHold(
      NewHold(.incident(ofAna), reason: "an inquest"), in: .test(story.workspace.id, HoldFixture.actor))
    _ = try story.store.retention.addHold(
      NewHold(.incident(ofBo), reason: "an inquest"), in: .test(story.workspace.id, HoldFixture.actor))
    try story.purge()
    #expect(try incidents(story) == ["\(ofAna.rawValue)", "\(ofBo.rawValue)"])
    let held = try #require(try story.store.retention.purges(of: story.workspace.id).first).heldBack
    #expect([held.counts.logRows, held.people] == [6, 2])
  }
}
