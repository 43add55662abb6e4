import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore

@Suite("No statement of a timeline walks through a table")
struct TimelinePlanTests {
  @Test("Timeline, strips, facts and transitions find their rows by an index")
  func plans() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.duty(DutyChange(state: .offDuty), at: 20)
    try await phone.duty(DutyChange(state: .onDuty), at: 40)
    try await phone.send([ping(41, 5)], at: 41)
    try await phone.contact(at: 600)
    try await phone.send([ping(601, 6)], at: 601)
    fixture.clock.set(2_000)
    let statements = try fixture.statements {
      let span = TimeSpan(from: .at(-10), to: .at(1_999))
      _ = try phone.timeline(-10, 1_999)
      _ = try fixture.store.liveness.facts(of: phone.id, in: fixture.workspace.id, span)
      for responder in [nil, phone.id] {
        _ = try fixture.store.liveness.transitions(
          of: fixture.workspace.id, in: span, responder: responder, after: nil, limit: 9)
      }
      _ = try fixture.store.liveness.strips(of: [try phone.row], in: span)
      fixture.store.tracking.recordDenial(phone.session, code: "TOKEN_EXPIRED")
      fixture.store.tracking.recordRefusal(phone.session, ["lat: range": 1])
    }
    for table in [
      "transition", "silence", "absence", "duty_change", "rule_change", "sequence_range", "chunk INDEXED BY",
      "fresh",
      "device_event", "denial", "rejection", "upload", "upload_chunk", "phone_session",
    ] { #expect(statements.contains { $0.contains(" \(table)") }, "\(table) was read") }
    for sql in statements.sorted() {
      let plan = try fixture.store.read { try $0.plan(of: sql) }
      #expect(plan.filter { $0.hasPrefix("SCAN ") && $0 != "SCAN CONSTANT ROW" } == [], "\(sql)")
      // A few reasons are sorted by how often; the rest comes in order.
      let sorts = plan.contains { $0.contains("TEMP B-TREE") }
      let few = ["FROM rejection", "FROM absence", "FROM queue", " IN (?"].contains { sql.contains($0) }
      #expect(!sorts || few, "\(sql): \(plan)")
    }
  }
}

extension TestStore {
  /// What SQLite is asked meanwhile, by the writer and by readers.
  fileprivate func statements(_ work: () throws -> Void) throws -> Set<String> {
    let seen = Seen()
    store.pool.writeWithoutTransaction { $0.listen(seen.note) }
    try store.read { $0.listen(seen.note) }
    try work()
    return seen.all
  }
}

/// The statements that were carried out.
private final class Seen: Sendable {
  private let statements = Mutex<Set<String>>([])
  var all: Set<String> { statements.withLock { $0 } }
  func note(_ sql: String) { statements.withLock { _ = $0.insert(sql) } }
}
