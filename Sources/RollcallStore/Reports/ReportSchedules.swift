import GRDB
public import Rollcall

extension Store {
  /// The most schedules of a workspace.
  public static let mostSchedules = 50
  /// How long after a failure a report is tried again, milliseconds: 10 minutes.
  public static let scheduleRetry: Milliseconds = 600_000

  /// The scheduled reports of a workspace, in the order in which they were made. Blocks.
  public func reportSchedules(of workspace: Workspace.ID) throws(StoreError) -> [ReportSchedule] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM report_schedule WHERE workspace_id = ? ORDER BY id"),
        arguments: [workspace.rawValue]
      ).compactMap(ReportSchedule.init)
    }
  }

  /// Begins to make a report again and again; the first of the period whose hour comes next, unless that was made by a
  /// schedule before this one.
  ///
  /// - Parameters:
  ///   - filter: of whom, as the query of the report's page says it.
  ///   - told: the same for the audit, without what was typed; `nil` = the filter itself.
  ///   - doneTo: the end of the last period whose hour has come: days since 1970. What ended with it is not made.
  /// - Throws: `conflict` in words when there is one like it, or there are too many; `invalid`.
  @discardableResult
  public func addReportSchedule(
    _ kind: String, filter: String, told: String? = nil, rhythm: ReportSchedule.Rhythm, hour: Int,
    doneTo: Int, by actor: String,
    in workspace: Workspace.ID
  ) throws(StoreError) -> ReportSchedule.ID {
    guard (0...23).contains(hour), filter.utf8.count <= 1_000 else { throw .invalid("An hour is 0 to 23.") }
    return try write { transaction in
      let db = transaction.db
      let taken = try Row.fetchAll(
        db, sql: "SELECT kind, filter, rhythm FROM report_schedule WHERE workspace_id = ?",
        arguments: [workspace.rawValue])
      guard taken.count < Self.mostSchedules else {
        throw StoreError.conflict("There are \(Self.mostSchedules) scheduled reports already: remove one.")
      }
      let isThere = taken.contains {
        $0["kind"] as String == kind && $0["filter"] as String == filter
          && $0["rhythm"] as String == rhythm.rawValue
      }
      guard !isThere else { throw StoreError.conflict("This report is scheduled already.") }
      try db.execute(
        sql: """
          INSERT INTO report_schedule (workspace_id, kind, filter, rhythm, hour, is_on, created_at, done_to)
          VALUES (?, ?, ?, ?, ?, 1, ?, ?)
          """,
        arguments: [
          workspace.rawValue, kind, filter, rhythm.rawValue, hour, transaction.now.milliseconds, doneTo,
        ])
      let id = ReportSchedule.ID(db.lastInsertedRowID)
      try transaction.audit(
        actor, "schedule.add", subject: "schedule \(id.rawValue)",
        change: AuditChange(
          [:], ["kind": kind, "filter": told ?? filter, "rhythm": rhythm.rawValue, "hour": "\(hour)"]),
        in: workspace)
      return id
    }
  }

  /// Switches a scheduled report on or off; what was missed meanwhile is not made up.
  ///
  /// - Parameter doneTo: the end of the last period whose hour has come: days since 1970. What ended with it is not made.
  /// - Throws: `notFound`.
  public func setReportSchedule(
    _ id: ReportSchedule.ID, isOn: Bool, doneTo: Int, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      try transaction.db.execute(
        sql: """
          UPDATE report_schedule SET is_on = ?, done_to = max(done_to, ?), problem = '', retry_at = NULL
          WHERE id = ? AND workspace_id = ?
          """, arguments: [isOn, doneTo, id.rawValue, workspace.rawValue])
      guard transaction.db.changesCount > 0 else { throw StoreError.notFound("schedule \(id.rawValue)") }
      try transaction.audit(
        actor, isOn ? "schedule.on" : "schedule.off", subject: "schedule \(id.rawValue)", in: workspace)
    }
  }

  /// Removes a scheduled report; its files stay.
  ///
  /// - Throws: `notFound`.
  public func removeReportSchedule(
    _ id: ReportSchedule.ID, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      try transaction.db.execute(
        sql: "DELETE FROM report_schedule WHERE id = ? AND workspace_id = ?",
        arguments: [id.rawValue, workspace.rawValue])
      guard transaction.db.changesCount > 0 else { throw StoreError.notFound("schedule \(id.rawValue)") }
      try transaction.audit(actor, "schedule.remove", subject: "schedule \(id.rawValue)", in: workspace)
    }
  }
}

extension ReportSchedule {
  /// `nil` for a rhythm that this program does not know.
  fileprivate init?(_ row: Row) {
    guard let rhythm = Rhythm(rawValue: row["rhythm"]) else { return nil }
    self.init(
      id: ID(row["id"]), kind: row["kind"], filter: row["filter"], rhythm: rhythm, hour: row["hour"],
      isOn: row["is_on"], doneTo: row["done_to"], problem: row["problem"], retryAt: row.instant("retry_at"),
      file: row["file"], madeAt: row.instant("made_at"))
  }
}
