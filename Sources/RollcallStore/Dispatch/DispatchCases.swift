import GRDB
import Rollcall

/// The rows of a case: `incident`, `incident_pick`, `offer`, `assignment`, `dispatch_setting`.
enum DispatchCases {
  /// The case of an incident.
  ///
  /// - Parameter offer: what an event concerns. Of a drill this offer alone is read: the offers to 1,000 people have
  ///   nothing to do with each other, but for the end of the last one.
  /// - Throws: `StoreError.notFound`.
  static func load(
    _ id: Incident.ID, in workspace: Workspace.ID, touching offer: Offer.ID? = nil, _ db: Database
  ) throws -> DispatchCase {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM incident WHERE workspace_id = ? AND id = ?"),
      arguments: [workspace.rawValue, id.rawValue])
    guard let row else { throw StoreError.notFound("incident \(id.rawValue)") }
    var file = DispatchCase(
      id: id, isDrill: row["is_drill"], openedAt: Timestamp(milliseconds: row["opened_at"]),
      grace: try settings(of: workspace, db).grace)
    file.state = Incident.State(rawValue: row["state"]) ?? .open
    file.stateSince = Timestamp(milliseconds: row["state_since"])
    file.asking = Asking(
      Asking.Mode(rawValue: row["mode"]) ?? .nobody, picks: try picks(of: id, db),
      answerWithin: row["answer_ms"])
    file.round = row["round"]
    file.wakeAt = row.instant("wake_at")
    if file.isDrill, let offer {
      file.offers = try Offers.find(offer, in: workspace, db).map { [$0] } ?? []
      file.isOpenElsewhere = try Drills.hasOpenOffer(id, but: offer, db)
    } else {
      file.offers = try Offers.all(of: id, db)
    }
    file.assignment = try assignment(of: id, db)
    return file
  }

  /// What a workspace has set for dispatch.
  static func settings(of workspace: Workspace.ID, _ db: Database) throws -> DispatchSettings {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM dispatch_setting WHERE workspace_id = ?"),
      arguments: [workspace.rawValue])
    guard let row else { return .standard }
    return DispatchSettings(
      answerTimes: [
        .low: row["answer_low_ms"], .normal: row["answer_normal_ms"], .high: row["answer_high_ms"],
        .critical: row["answer_critical_ms"],
      ], grace: row["grace_ms"])
  }

  private static func picks(of id: Incident.ID, _ db: Database) throws -> [Responder.ID] {
    try Int64.fetchAll(
      db.cachedStatement(sql: "SELECT responder_id FROM incident_pick WHERE incident_id = ? ORDER BY place"),
      arguments: [id.rawValue]
    ).map { Responder.ID($0) }
  }

  private static func assignment(of id: Incident.ID, _ db: Database) throws -> Assignment? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM assignment WHERE incident_id = ? AND ended_at IS NULL"),
      arguments: [id.rawValue]
    ).map { row in
      Assignment(
        offer: Offer.ID(row["offer_id"]), responder: Responder.ID(row["responder_id"]),
        since: Timestamp(milliseconds: row["since"]), graceAt: row.instant("grace_at"),
        lostAt: row.instant("lost_at"))
    }
  }
}

extension WriteTransaction {
  /// Writes what changed of a case's own columns.
  func update(_ file: DispatchCase, from before: DispatchCase, in workspace: Workspace.ID) throws {
    try db.cachedStatement(
      sql: """
        UPDATE incident SET state = ?, state_since = ?, closed_at = CASE WHEN ? THEN coalesce(closed_at, ?) END,
          mode = ?, round = ?, answer_ms = ?, wake_at = ?
        WHERE id = ?
        """
    ).execute(arguments: [
      file.state.rawValue, file.stateSince.milliseconds, file.state.isClosed, now.milliseconds,
      file.asking.mode.rawValue, file.round, file.asking.answerWithin, file.wakeAt?.milliseconds,
      file.id.rawValue,
    ])
    guard file.asking.picks != before.asking.picks else { return }
    try db.execute(sql: "DELETE FROM incident_pick WHERE incident_id = ?", arguments: [file.id.rawValue])
    for (place, pick) in file.asking.picks.enumerated() {
      try db.execute(
        sql: "INSERT INTO incident_pick (workspace_id, incident_id, place, responder_id) VALUES (?, ?, ?, ?)",
        arguments: [workspace.rawValue, file.id.rawValue, place, pick.rawValue])
    }
  }
}
