import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("A purge skips held data")
struct HoldWalkTests {
  @Test("Every step finds its rows by person and time, between two holds, in their order")
  func plans() throws {
    let fixture = try TestStore()
    // Of these there are a few of each person at most, or they have no index by time.
    let small: Set = ["rejection", "visit", "visit_check"]
    let limits = RetentionLimits(days: 30, now: Timestamp(milliseconds: 0))
    let span = TimeSpan(from: .distantPast, to: limits.log)
    for step in PurgeStep.allCases {
      guard let rows = step.rows, !small.contains("\(rows.table)") else { continue }
      let first = rows.first(50, of: 1, in: fixture.workspace.id, span, limits)
      let plan = try fixture.store.read { try $0.plan(of: "\(first)") }
      let walk = "(workspace_id=? AND responder_id=? AND \(rows.time)>? AND \(rows.time)<?)"
      #expect(plan.first?.hasPrefix("SEARCH \(rows.table) USING") == true, "\(rows.table): \(plan)")
      #expect(plan.first?.hasSuffix(walk) == true, "\(rows.table): \(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(rows.table): \(plan)")
    }
  }
}
