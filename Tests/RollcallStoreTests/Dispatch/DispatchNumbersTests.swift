import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Numbers of dispatch from rows: of the span, of the workspace, never of a drill")
struct DispatchNumbersTests {
  private let fixture: TestStore
  private let rows: DispatchRowsFixture
  private var workspace: Workspace.ID { fixture.workspace.id }

  init() throws {
    fixture = try TestStore()
    rows = DispatchRowsFixture(fixture)
  }

  private static let one = Workspace.ID(1)
  private static let second = TimeSpan(from: .at(0), to: .at(1))
  private static let start = HistoryCursor(effective: .at(0), id: -1)

  private func span(_ from: Double, _ to: Double) -> TimeSpan { TimeSpan(from: .at(from), to: .at(to)) }

  @Test("an incident belongs to the span in which it was opened, half-open, whatever happened later")
  func span() throws {
    fixture.clock.set(10_000)
    let ana = try fixture.phone().id
    for opened in [99.9, 100, 150, 200] {
      let incident = try rows.incident(opened: opened)
      try rows.offer(incident, to: ana, "expired", queued: opened + 2)
      try rows.offer(incident, to: ana, "accepted", queued: opened + 40, answer: "accepted", after: 9)
      try rows.assignment(incident, of: ana, since: opened + 49, ended: 900, "went offline: for 60 s")
      try rows.assignment(incident, of: ana, since: 950, ended: 990, "completed")
    }
    let found = try fixture.store.dispatch.dispatchNumbers(of: workspace, in: span(100, 200))
    #expect(found.incidents == 2 && found.offers == 8 && found.offersPerIncident == 4)
    #expect(found.untilOffer == Quantiles([2_000, 2_000]))
    #expect(found.untilAccept == Quantiles([49_000, 49_000]))
    #expect(found.reassignments == [.wentOffline: 2])
    let answers = try fixture.store.dispatch.answerNumbers(of: workspace, in: span(100, 200))
    #expect(answers.keys.map { $0 } == [ana] && answers[ana]?.offers == 4)
    #expect(answers[ana]?.accepted == 2 && answers[ana]?.expired == 2)
    #expect(answers[ana]?.answerTime == Quantiles([9_000, 9_000]))
    #expect(try fixture.store.dispatch.dispatchNumbers(of: workspace, in: span(0, 99)).incidents == 0)
  }

  @Test("drills, other workspaces, and what is older than 400 days are in no number")
  func leftOut() throws {
    let day: Double = 86_400
    fixture.clock.set(400 * day + 100)
    let ana = try fixture.phone().id
    let south = try fixture.addWorkspace("south")
    for (opened, drill) in [(99.0, false), (100, false), (500, true), (500, false)] {
      let incident = try rows.incident(opened: opened, drill: drill)
      try rows.offer(incident, to: ana, "declined", queued: opened, answer: "declined", after: 1)
      try rows.assignment(incident, of: ana, since: opened, ended: opened, "declined late")
    }
    let all = span(-1_000, 1e9)
    let numbers = try fixture.store.dispatch.dispatchNumbers(of: workspace, in: all)
    #expect(numbers.incidents == 2 && numbers.offers == 4 && numbers.reassignments == [.declinedLate: 2])
    #expect(try fixture.store.dispatch.answerNumbers(of: workspace, in: all)[ana]?.declined == 2)
    #expect(
      try fixture.store.dispatch.answerNumbers(of: workspace, in: all, responder: Responder.ID(9)).isEmpty)
    #expect(try fixture.store.dispatch.dispatchNumbers(of: south.id, in: all).incidents == 0)
    #expect(try fixture.store.dispatch.answerNumbers(of: south.id, in: all, responder: ana).isEmpty)
    #expect(
      try fixture.store.reports.incidentReport(of: south.id, in: all, responder: ana, after: nil, limit: 9)
        == [])
    let totals = try fixture.store.dispatch.dispatchTotals(of: workspace)
    #expect(
      totals.incidents == [.open: 2] && totals.offers == [.declined: 2, .withdrawn: 2]
        && totals.times.count == 2)
    #expect(totals.ends == [.declinedLate: 2])
    #expect(try fixture.store.dispatch.dispatchTotals(of: south.id).incidents == [:])
  }

  @Test("the report pages by opening and id, and tells who has an incident and why others lost it")
  func report() throws {
    fixture.clock.set(10_000)
    let ana = try fixture.phone().id
    let bo = try fixture.phone(name: "Bo", device: "b").id
    let first = try rows.incident(opened: 100)
    try rows.offer(first, to: ana, "accepted", queued: 101, answer: "accepted", after: 4)
    try rows.assignment(first, of: ana, since: 105, arrived: 110, ended: 200, "went offline")
    try rows.assignment(first, of: bo, since: 200, arrived: 350)
    let lost = try rows.incident(opened: 100)
    try rows.assignment(lost, of: ana, since: 300, arrived: 310, ended: 400, "declined late: flat tyre")
    let over = try rows.incident(opened: 120)
    try rows.assignment(over, of: ana, since: 500, arrived: 590, ended: 600, "the incident was resolved")
    try rows.assignment(over, of: bo, since: 510, arrived: 550, ended: 560, "completed")
    let all = span(0, 1_000)
    func page(_ cursor: HistoryCursor?, _ limit: Int, _ who: Responder.ID? = nil) throws
      -> [IncidentReportRow]
    {
      try fixture.store.reports.incidentReport(
        of: workspace, in: all, responder: who, after: cursor, limit: limit)
    }
    let found = try page(nil, 9)
    #expect(found.map(\.id) == [first, lost, over])
    #expect(found.map(\.assignees) == [[bo], [], [ana, bo]])
    #expect(found.map(\.untilArrival) == [250_000, nil, 430_000])
    #expect(found.map(\.reassignments) == [[.wentOffline], [.declinedLate], []])
    #expect(found.map(\.times.offers) == [3, 1, 2] && found[0].times.untilAccept == 5_000)
    // One at a time, also those of one instant
    var cursor: HistoryCursor?
    var ids: [Incident.ID] = []
    while let row = try page(cursor, 1).first {
      ids.append(row.id)
      cursor = HistoryCursor(effective: row.times.openedAt, id: row.id.rawValue)
    }
    #expect(ids == [first, lost, over])
    #expect(
      try page(nil, 9, ana).map(\.id) == [first, lost, over] && page(nil, 9, bo).map(\.id) == [first, over])
  }

  @Test(
    "every number is found by an index, never by reading a whole table",
    arguments: [
      "\(DispatchRows.timesQuery(one, second))", "\(DispatchRows.answersQuery(one, second))",
      "\(DispatchRows.endsQuery(one, second))",
      "\(IncidentReportRow.query(one, from: start, to: .at(1), responder: nil, region: nil, limit: 1))",
    ])
  func indexed(sql: String) throws {
    let plan = try fixture.store.read { try $0.plan(of: sql) }
    #expect(
      !plan.isEmpty && plan.allSatisfy { !$0.hasPrefix("SCAN ") || $0 == "SCAN CONSTANT ROW" }, "\(plan)")
  }
}

/// Rows as dispatch leaves them, written without it.
struct DispatchRowsFixture {
  private let fixture: TestStore

  init(_ fixture: TestStore) { self.fixture = fixture }

  private func ms(_ seconds: Double?) -> Int64? { seconds.map { Timestamp.at($0).milliseconds } }

  private func insert<ID: DatabaseValueConvertible>(
    _ table: NumberedTable, as type: ID.Type = ID.self, _ row: (ID) -> Query
  ) throws -> ID {
    try fixture.store.write { transaction in
      let id: ID = try transaction.next(table)
      try transaction.db.run(row(id))
      return id
    }
  }

  func incident(
    _ title: String = "Fall", opened: Double, state: String = "open", since: Double? = nil,
    drill: Bool = false, place: String? = nil
  ) throws -> Incident.ID {
    try insert(.incident) { id in
      """
      INSERT INTO incident (workspace_id, id, kind, title, severity, lat, lng, place, state, state_since, opened_at,
        opened_by, is_drill)
      VALUES (\(fixture.workspace.id), \(id), 'incident', \(title), 'high', 46, 14, \(place), \(state),
        \(ms(since ?? opened)), \(ms(opened)), 'rollcall', \(drill))
      """
    }
  }

  func offer(
    _ incident: Incident.ID, to responder: Responder.ID, _ state: String, queued: Double,
    answer: String? = nil, after seconds: Double? = nil
  ) throws {
    let isOpen = ["queued", "sent", "delivered", "seen"].contains(state)
    let end = ms(queued + 30)
    _ = try insert(.offer, as: Int64.self) { id in
      """
      INSERT INTO offer (workspace_id, id, incident_id, responder_id, state, distance_m, queued_at, ended_at,
        expires_at, deliver_by, round, answer, answered_at)
      VALUES (\(fixture.workspace.id), \(id), \(incident), \(responder), \(state), 10, \(ms(queued)),
        \(isOpen ? nil : end), \(end), \(end), 1, \(answer), \(seconds.flatMap { ms(queued + $0) }))
      """
    }
  }

  func assignment(
    _ incident: Incident.ID, of responder: Responder.ID, since: Double, arrived: Double? = nil,
    ended: Double? = nil, _ reason: String? = nil
  ) throws {
    let (state, start) = (ended == nil ? "accepted" : "withdrawn", ms(since))
    let offer = try insert(.offer, as: Int64.self) { id in
      """
      INSERT INTO offer (workspace_id, id, incident_id, responder_id, state, distance_m, queued_at, ended_at,
        expires_at, deliver_by, round)
      VALUES (\(fixture.workspace.id), \(id), \(incident), \(responder), \(state), 10, \(start), \(start), \(start),
        \(start), 1)
      """
    }
    _ = try insert(.assignment, as: Int64.self) { id in
      """
      INSERT INTO assignment (workspace_id, id, incident_id, responder_id, offer_id, since, arrived_at, ended_at,
        reason)
      VALUES (\(fixture.workspace.id), \(id), \(incident), \(responder), \(offer), \(start), \(ms(arrived)),
        \(ms(ended)), \(reason))
      """
    }
  }
}
