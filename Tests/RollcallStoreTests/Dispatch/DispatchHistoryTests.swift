import Foundation
import GRDB
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Whatever happens in whatever order, dispatch keeps its promises")
struct DispatchHistoryTests {
  @Test("Random histories: one assignee at most, one errand each, every step logged", arguments: 1...12)
  func randomHistories(_ seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    var phones: [TestPhone] = []
    for name in ["Ana", "Bor", "Cyd", "Dan"] { phones.append(try await fixture.candidate(name)) }
    var incidents = [try fixture.open()]
    var offers: [Offer.ID] = [Offer.ID(1)]
    var seconds = 0.0
    for _ in 0..<120 {
      seconds += [0, 0.4, 3, 14, 40, 120][Int.random(in: 0..<6, using: &random)]
      fixture.clock.set(seconds)
      let phone = phones[Int.random(in: 0..<phones.count, using: &random)]
      let incident = incidents[Int.random(in: 0..<incidents.count, using: &random)]
      let offer = offers[Int.random(in: 0..<offers.count, using: &random)]
      switch Int.random(in: 0..<16, using: &random) {
      case 0: incidents.append(try fixture.open("I\(incidents.count)"))
      case 1, 2, 3, 4:
        if let made = try? fixture.offer(
          incident, to: phone, within: 15 + Int64(Int.random(in: 0..<60, using: &random)))
        {
          offers.append(made)
        }
      case 5: _ = try await phone.offers()
      case 6: _ = try await phone.say(.seen, to: offer)
      case 7, 8: for other in phones { _ = try await other.say(.accept, to: offer) }
      case 9: _ = try await phone.say(.decline(reason: nil), to: offer)
      case 10:
        if let mine = try await phone.assignment() { _ = try await phone.tell(.complete, of: mine.id) }
      case 11: try? fixture.store.withdraw(offer, of: incident, by: "m", in: fixture.workspace.id)
      case 12:
        try? fixture.store.close(incident, as: .cancelled, by: "m", in: fixture.workspace.id)
      case 13:
        try await phone.duty(
          DutyChange(state: Int.random(in: 0..<3, using: &random) == 0 ? .offDuty : .onDuty))
      case 14: _ = try fixture.store.settleOverdue() + fixture.store.dispatchDue()
      default: if Int.random(in: 0..<8, using: &random) == 0 { try fixture.restart() }
      }
      for phone in phones where Int.random(in: 0..<3, using: &random) > 0 { try await phone.report() }
      try check(fixture, phones)
    }
    // Then offers were made, so that there was something to keep
    #expect(offers.count > 1)
  }

  private func check(_ fixture: TestStore, _ phones: [TestPhone]) throws {
    let broken = { (what: String, sql: String) throws in
      #expect(try fixture.integer(sql) == 0, "\(what)")
    }
    try broken(
      "an offer has ended without its step",
      """
      SELECT count(*) FROM offer WHERE ended_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM incident_step AS step WHERE step.incident_id = offer.incident_id
          AND step.responder_id = offer.responder_id AND step.step = offer.state AND step.at = offer.ended_at)
      """)
    try broken(
      "as many ends as ended offers",
      """
      SELECT (SELECT count(*) + sum(answer IS 'accepted' AND state <> 'accepted') FROM offer
          WHERE ended_at IS NOT NULL) - (SELECT count(*) FROM incident_step
        WHERE step IN ('accepted', 'declined', 'expired', 'unreachable', 'withdrawn'))
      """)
    try broken(
      "an offer ended after its deadline",
      """
      SELECT count(*) FROM offer
      WHERE coalesce(answered_at, ended_at) > expires_at OR delivered_at > expires_at
      """)
    try broken(
      "an incident is assigned without an assignee, or has one and is not",
      """
      SELECT count(*) FROM incident WHERE (state = 'assigned') <> (
        SELECT count(*) FROM assignment WHERE incident_id = incident.id AND ended_at IS NULL AND lost_at IS NULL)
      """)
    try broken(
      "an incident is offering without an open offer",
      """
      SELECT count(*) FROM incident WHERE (state = 'offering') <> (wake_at IS NOT NULL OR EXISTS (
        SELECT 1 FROM offer WHERE incident_id = incident.id AND ended_at IS NULL)) AND state <> 'unassigned'
      """)
    try broken(
      "somebody has an open offer and an assignment",
      """
      SELECT count(*) FROM offer JOIN assignment USING (responder_id)
      WHERE offer.ended_at IS NULL AND assignment.ended_at IS NULL
      """)
    for phone in phones {
      // The copy in memory says what the rows say.
      let rows = try fixture.texts(
        """
        SELECT id || ' ' || state FROM offer WHERE responder_id = \(phone.id.rawValue) AND (ended_at IS NULL
          OR id IN (SELECT offer_id FROM assignment WHERE ended_at IS NULL))
        """)
      let errand = try phone.row.errand
      #expect(rows == (errand.map { ["\($0.offer.rawValue) \($0.state.rawValue)"] } ?? []))
    }
  }
}
