import Foundation
public import Rollcall
package import SQL

/// A visit to be planned.
public struct NewVisit: Equatable, Sendable {
  /// Who is to go.
  public var responder: Responder.ID
  /// Where to.
  public var outlet: Outlet.ID
  /// The planned time.
  public var window: VisitWindow

  /// Creates a visit.
  public init(responder: Responder.ID, outlet: Outlet.ID, window: VisitWindow) {
    (self.responder, self.outlet, self.window) = (responder, outlet, window)
  }
}

/// Rows of `visit` with their outlets and the valid checks: the last of each kind.
enum Visits {
  static let select: Query = """
    SELECT visit.id AS visit_id, visit.responder_id, visit.from_at, visit.to_at, responder.name AS person,
      outlet.*, come.effective_at AS come_at, come.received_at AS come_received, come.distance_m AS come_distance,
      come.verdict AS come_verdict, come.reason AS come_reason, leave.effective_at AS leave_at,
      leave.received_at AS leave_received, leave.distance_m AS leave_distance, leave.verdict AS leave_verdict,
      leave.reason AS leave_reason
    FROM visit JOIN outlet ON outlet.workspace_id = visit.workspace_id AND outlet.id = visit.outlet_id
      JOIN responder ON responder.workspace_id = visit.workspace_id AND responder.id = visit.responder_id
      LEFT JOIN visit_check AS come ON come.workspace_id = visit.workspace_id AND come.id = \(lastCheck("check-in"))
      LEFT JOIN visit_check AS leave ON leave.workspace_id = visit.workspace_id AND leave.id = \(lastCheck("check-out"))
    """

  /// The id of the last check of a kind; `NULL` = there is none.
  private static func lastCheck(_ kind: String) -> Query {
    """
    (SELECT max(id) FROM visit_check
      WHERE visit_check.workspace_id = visit.workspace_id AND visit_id = visit.id AND kind = \(kind))
    """
  }

  /// The visit of this responder.
  static func find(
    _ id: Visit.ID, of responder: Responder.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> Visit? {
    let visit = try find(id, in: workspace, db)
    return visit?.responder == responder ? visit : nil
  }

  /// The visit of this workspace.
  static func find(_ id: Visit.ID, in workspace: Workspace.ID, _ db: Database) throws -> Visit? {
    try db.first("\(select) WHERE visit.workspace_id = \(workspace) AND visit.id = \(id)")
  }
}

extension Visit: FetchableRecord {
  /// From a row of ``Visits/select``.
  package init(row: Row) throws {
    self.init(
      id: try row["visit_id"], responder: try row["responder_id"], name: try row["person"],
      outlet: try Outlet(row: row), planned: TimeSpan(from: try row["from_at"], to: try row["to_at"]),
      checkIn: try Self.check(row, "come"), checkOut: try Self.check(row, "leave"))
  }

  private static func check(_ row: Row, _ name: String) throws -> Check? {
    guard let at = try row["\(name)_at"] as Timestamp? else { return nil }
    return Check(
      at: at, receivedAt: try row["\(name)_received"],
      verdict: VisitVerdict(
        word: try row["\(name)_verdict"], reason: try row["\(name)_reason"],
        distance: try row["\(name)_distance"]))
  }
}

extension VisitStore {
  /// The visits of a workspace, or of one of its people or sites, that are planned for a span, the earliest first.
  /// Blocks.
  ///
  /// - Parameter last: only those after this one; `nil` from the first on.
  public func all(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID? = nil, outlet: Outlet.ID? = nil,
    after last: Visit? = nil, limit: Int = 500
  ) throws(StoreError) -> [Visit] {
    var conditions: Query = """
      visit.workspace_id = \(workspace) AND visit.from_at < \(span.to) AND visit.to_at > \(span.from)
      """
    if let responder { conditions += " AND visit.responder_id = \(responder)" }
    if let outlet { conditions += " AND visit.outlet_id = \(outlet)" }
    if let last {
      conditions += """
         AND (visit.from_at, visit.to_at, visit.id)
          > (\(last.planned.from), \(last.planned.to), \(last.id))
        """
    }
    return try read { [conditions] db in
      try db.all(
        """
        \(Visits.select) WHERE \(conditions) ORDER BY visit.from_at, visit.to_at, visit.id LIMIT \(max(0, limit))
        """)
    }
  }

  /// A visit of a workspace. Blocks.
  ///
  /// - Throws: `notFound`.
  public func visit(_ id: Visit.ID, in workspace: Workspace.ID) throws(StoreError) -> Visit {
    try read { db in
      guard let visit = try Visits.find(id, in: workspace, db) else {
        throw StoreError.notFound("visit \(id.rawValue)")
      }
      return visit
    }
  }

  /// Plans visits, all or none.
  ///
  /// - Throws: `notFound` for a person or an outlet.
  public func planVisits(
    _ visits: [NewVisit], in scope: Scope
  ) throws(StoreError) -> [Visit.ID] {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { transaction in
      var ids: [Visit.ID] = []
      for visit in visits { ids.append(try transaction.visits.plan(visit, in: workspace)) }
      guard !ids.isEmpty else { return ids }
      try transaction.audit(
        actor, "visit.plan", subject: "workspace", detail: "\(ids.count) visits", in: workspace)
      return ids
    }
  }
}

extension VisitWrites {
  fileprivate func plan(_ visit: NewVisit, in workspace: Workspace.ID) throws -> Visit.ID {
    _ = try Responders.findUnerased(visit.responder, in: workspace, db)
    guard try Outlets.find(visit.outlet, in: workspace, db) != nil,
      let zone = try Workspaces.find(workspace, db)?.timeZone
    else { throw StoreError.notFound("outlet \(visit.outlet.rawValue)") }
    let clocks = TimeZone(identifier: zone) ?? .gmt
    let span = visit.window.span { instant in
      clocks.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
    }
    // A short window may vanish when clocks are put forward.
    guard span.length > 0 else { throw StoreError.invalid("There is no such time on that day.") }
    let id: Visit.ID = try transaction.next(.visit)
    try db.run(
      """
      INSERT INTO visit (workspace_id, id, outlet_id, responder_id, from_at, to_at, created_at)
      VALUES (\(workspace), \(id), \(visit.outlet), \(visit.responder), \(span.from), \(span.to), \(now))
      """)
    return id
  }
}

extension VisitStore {
  /// Removes a planned visit.
  ///
  /// - Throws: `notFound`; `conflict` when there is a check-in or check-out, when its time has begun, or when
  ///   that time of the person is on hold.
  public func removeVisit(_ id: Visit.ID, in scope: Scope) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { try $0.visits.remove(id, by: actor, in: workspace) }
  }
}

extension VisitWrites {
  fileprivate func remove(_ id: Visit.ID, by actor: Actor, in workspace: Workspace.ID) throws {
    guard let visit = try Visits.find(id, in: workspace, db) else {
      throw StoreError.notFound("visit \(id.rawValue)")
    }
    if let obstacle = try obstacle(to: visit, in: workspace) { throw StoreError.conflict(obstacle) }
    try db.run("DELETE FROM visit WHERE workspace_id = \(workspace) AND id = \(id)")
    // The row is gone, so the entry holds its content, without a name.
    let (person, outlet, span) = (visit.responder.rawValue, visit.outlet.id.rawValue, visit.planned)
    try transaction.audit(
      actor, "visit.remove", subject: "visit \(id.rawValue)",
      detail: "responder \(person), outlet \(outlet), from \(span.from.rfc3339) to \(span.to.rfc3339)",
      in: workspace)
  }

  /// Why a visit must stay, as a message; `nil` = it can be removed.
  private func obstacle(to visit: Visit, in workspace: Workspace.ID) throws -> String? {
    if visit.checkIn != nil || visit.checkOut != nil { return "Somebody has checked in: the visit stays." }
    if !visit.isRemovable(at: now) { return "Its time has begun: the visit stays, also when nobody comes." }
    let held = try HeldRows(of: workspace, responder: visit.responder, at: now, db)
    guard held.time(of: visit.responder.rawValue).held(in: visit.planned).isEmpty else {
      return "That time of theirs is on hold: the visit stays."
    }
    return nil
  }
}

extension VisitVerdict.Word: DatabaseValueConvertible {}
extension Visit.State: DatabaseValueConvertible {}
extension Visit.Step: DatabaseValueConvertible {}
