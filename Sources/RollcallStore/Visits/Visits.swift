import Foundation
import GRDB
public import Rollcall

/// A visit to be planned.
public struct NewVisit: Equatable, Sendable {
  /// Who is to go.
  public var responder: Responder.ID
  /// Where to.
  public var outlet: Outlet.ID
  /// When.
  public var window: VisitWindow

  /// A visit from its parts.
  public init(responder: Responder.ID, outlet: Outlet.ID, window: VisitWindow) {
    (self.responder, self.outlet, self.window) = (responder, outlet, window)
  }
}

/// Rows of `visit` with their outlets and the checks that count: the last of each kind.
enum Visits {
  static let select = """
    SELECT visit.id AS visit_id, visit.responder_id, visit.from_at, visit.to_at, responder.name AS person,
      outlet.*, come.effective_at AS come_at, come.received_at AS come_received, come.distance_m AS come_distance,
      come.verdict AS come_verdict, come.reason AS come_reason, leave.effective_at AS leave_at,
      leave.received_at AS leave_received, leave.distance_m AS leave_distance, leave.verdict AS leave_verdict,
      leave.reason AS leave_reason
    FROM visit JOIN outlet ON outlet.id = visit.outlet_id JOIN responder ON responder.id = visit.responder_id
      LEFT JOIN visit_check AS come ON come.id =
        (SELECT max(id) FROM visit_check WHERE visit_id = visit.id AND kind = 'check-in')
      LEFT JOIN visit_check AS leave ON leave.id =
        (SELECT max(id) FROM visit_check WHERE visit_id = visit.id AND kind = 'check-out')
    """

  static func visit(_ row: Row) -> Visit? {
    guard let outlet = Outlets.outlet(row) else { return nil }
    return Visit(
      id: Visit.ID(row["visit_id"]), responder: Responder.ID(row["responder_id"]), name: row["person"],
      outlet: outlet,
      planned: TimeSpan(
        from: Timestamp(milliseconds: row["from_at"]), to: Timestamp(milliseconds: row["to_at"])),
      checkIn: check(row, "come"), checkOut: check(row, "leave"))
  }

  private static func check(_ row: Row, _ name: String) -> Visit.Check? {
    guard let at = row.instant("\(name)_at"), let received = row.instant("\(name)_received"),
      let word = (row["\(name)_verdict"] as String?).flatMap(VisitVerdict.Word.init(rawValue:))
    else { return nil }
    return Visit.Check(
      at: at, receivedAt: received,
      verdict: VisitVerdict(
        word: word, reason: row["\(name)_reason"] ?? "", distance: row["\(name)_distance"] ?? 0))
  }

  /// The visit of this responder.
  static func find(_ id: Visit.ID, of responder: Responder.ID, _ db: Database) throws -> Visit? {
    try Row.fetchOne(
      db.cachedStatement(sql: "\(select) WHERE visit.id = ? AND visit.responder_id = ?"),
      arguments: [id.rawValue, responder.rawValue]
    ).flatMap(visit)
  }

  /// The visit of this workspace.
  static func find(_ id: Visit.ID, in workspace: Workspace.ID, _ db: Database) throws -> Visit? {
    try Row.fetchOne(
      db.cachedStatement(sql: "\(select) WHERE visit.id = ? AND visit.workspace_id = ?"),
      arguments: [id.rawValue, workspace.rawValue]
    ).flatMap(visit)
  }
}

extension Store {
  /// The visits of a workspace that are planned for a span, or of one of its people, the earliest first. Blocks.
  ///
  /// - Parameter last: only those that come after this one; `nil` from the first on.
  public func visits(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID? = nil, after last: Visit? = nil,
    limit: Int = 500
  ) throws(StoreError) -> [Visit] {
    var arguments: StatementArguments = [
      "workspace": workspace.rawValue, "from": span.from.milliseconds, "to": span.to.milliseconds,
      "limit": max(0, limit),
    ]
    var conditions = ""
    if let responder {
      conditions += " AND visit.responder_id = :responder"
      arguments += ["responder": responder.rawValue]
    }
    if let last {
      conditions += " AND (visit.from_at, visit.to_at, visit.id) > (:last_from, :last_to, :last_id)"
      arguments += [
        "last_from": last.planned.from.milliseconds, "last_to": last.planned.to.milliseconds,
        "last_id": last.id.rawValue,
      ]
    }
    return try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            \(Visits.select)
            WHERE visit.workspace_id = :workspace AND visit.from_at < :to AND visit.to_at > :from\(conditions)
            ORDER BY visit.from_at, visit.to_at, visit.id LIMIT :limit
            """), arguments: arguments
      ).compactMap(Visits.visit)
    }
  }

  /// Plans visits, all or none.
  ///
  /// - Throws: `notFound` for a person or an outlet.
  public func planVisits(
    _ visits: [NewVisit], by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) -> [Visit.ID] {
    try write { transaction in
      var ids: [Visit.ID] = []
      for visit in visits { ids.append(try transaction.plan(visit, in: workspace)) }
      guard !ids.isEmpty else { return ids }
      try transaction.audit(
        actor, "visit.plan", subject: "workspace", detail: "\(ids.count) visits", in: workspace)
      return ids
    }
  }
}

extension WriteTransaction {
  fileprivate func plan(_ visit: NewVisit, in workspace: Workspace.ID) throws -> Visit.ID {
    _ = try PersonalErasure.find(visit.responder, in: workspace, db)
    guard try Outlets.find(visit.outlet, in: workspace, db) != nil,
      let zone = try Workspaces.find(workspace, db)?.timeZone
    else { throw StoreError.notFound("outlet \(visit.outlet.rawValue)") }
    let clocks = TimeZone(identifier: zone) ?? .gmt
    let span = visit.window.span { instant in
      clocks.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
    }
    // Clocks that are put forward can leave nothing of a short window.
    guard span.length > 0 else { throw StoreError.invalid("There is no such time on that day.") }
    try db.execute(
      sql: """
        INSERT INTO visit (workspace_id, outlet_id, responder_id, from_at, to_at, created_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        workspace.rawValue, visit.outlet.rawValue, visit.responder.rawValue, span.from.milliseconds,
        span.to.milliseconds, now.milliseconds,
      ])
    return Visit.ID(db.lastInsertedRowID)
  }
}
