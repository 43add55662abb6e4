public import Rollcall
package import SQL

extension ReportStore {
  /// The most schedules of a workspace.
  public static let mostSchedules = 50
  /// The delay after a failure, milliseconds: 10 minutes.
  public static let scheduleRetry: Milliseconds = 600_000

  /// The scheduled reports of a workspace, in the order in which they were made. Blocks.
  public func reportSchedules(of workspace: Workspace.ID) throws(StoreError) -> [ReportSchedule] {
    try read { db in
      try db.all("SELECT * FROM report_schedule WHERE workspace_id = \(workspace) ORDER BY id")
    }
  }

  /// Adds a scheduled report. The first is for the period whose hour comes next, unless an earlier schedule
  /// has made it.
  ///
  /// - Parameters:
  ///   - filter: the filter, as in the query of the report's page.
  ///   - told: the filter for the audit, without typed text; `nil` = the filter itself.
  ///   - doneTo: the end of the last period whose hour has come: days since 1970. Periods up to it are not
  ///     made.
  /// - Throws: `conflict` with a message when there is an equal one, or there are too many; `invalid`.
  @discardableResult
  public func addReportSchedule(
    _ kind: String, filter: String, told: String? = nil, rhythm: ReportSchedule.Rhythm, hour: Int,
    doneTo: Int, in scope: Scope
  ) throws(StoreError) -> ReportSchedule.ID {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard (0...23).contains(hour), filter.utf8.count <= 1_000 else { throw .invalid("An hour is 0 to 23.") }
    return try write(scope) { transaction in
      let db = transaction.db
      let count = try db.first(
        "SELECT count(*) FROM report_schedule WHERE workspace_id = \(workspace)", as: Int.self)
      guard count ?? 0 < Self.mostSchedules else {
        throw StoreError.conflict("There are \(Self.mostSchedules) scheduled reports already: remove one.")
      }
      let isThere = try db.exists(
        """
        SELECT 1 FROM report_schedule
        WHERE workspace_id = \(workspace) AND kind = \(kind) AND filter = \(filter) AND rhythm = \(rhythm)
        """)
      guard !isThere else { throw StoreError.conflict("This report is scheduled already.") }
      let id: ReportSchedule.ID = try transaction.next(.reportSchedule)
      try db.run(
        """
        INSERT INTO report_schedule (workspace_id, id, kind, filter, rhythm, hour, is_on, created_at, done_to)
        VALUES (\(workspace), \(id), \(kind), \(filter), \(rhythm), \(hour), 1, \(transaction.now), \(doneTo))
        """)
      try transaction.audit(
        actor, "schedule.add", subject: "schedule \(id.rawValue)",
        change: AuditChange(
          [:], ["kind": kind, "filter": told ?? filter, "rhythm": rhythm.rawValue, "hour": "\(hour)"]),
        in: workspace)
      return id
    }
  }

  /// Switches a scheduled report on or off. Periods missed meanwhile are not made up for.
  ///
  /// - Parameter doneTo: the end of the last period whose hour has come: days since 1970. Periods up to it
  ///   are not made.
  /// - Throws: `notFound`.
  public func setReportSchedule(
    _ id: ReportSchedule.ID, isOn: Bool, doneTo: Int, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let changed = try transaction.db.run(
        """
        UPDATE report_schedule SET is_on = \(isOn), done_to = max(done_to, \(doneTo)), problem = '', retry_at = NULL
        WHERE workspace_id = \(workspace) AND id = \(id)
        """)
      guard changed > 0 else { throw StoreError.notFound("schedule \(id.rawValue)") }
      try transaction.audit(
        actor, isOn ? "schedule.on" : "schedule.off", subject: "schedule \(id.rawValue)", in: workspace)
    }
  }

  /// Removes a scheduled report; its files stay.
  ///
  /// - Throws: `notFound`.
  public func removeReportSchedule(
    _ id: ReportSchedule.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let removed = try transaction.db.run(
        "DELETE FROM report_schedule WHERE workspace_id = \(workspace) AND id = \(id)")
      guard removed > 0 else { throw StoreError.notFound("schedule \(id.rawValue)") }
      try transaction.audit(actor, "schedule.remove", subject: "schedule \(id.rawValue)", in: workspace)
    }
  }
}

extension ReportSchedule: FetchableRecord {
  /// From a row of `report_schedule`.
  package init(row: Row) throws {
    self.init(
      id: try row["id"], kind: try row["kind"], filter: try row["filter"], rhythm: try row["rhythm"],
      hour: try row["hour"], isOn: try row["is_on"], doneTo: try row["done_to"], problem: try row["problem"],
      retryAt: try row["retry_at"], file: try row["file"], madeAt: try row["made_at"])
  }
}

extension ReportStore {
  /// Skips a period if the audit shows that it was made before: by this schedule, or by an equal one that was
  /// removed. Its file is known by the hash in the audit, and stays the only one. Blocks.
  ///
  /// - Parameter covered: the period and the filter, as the audit shows them.
  public func skipMade(
    _ schedule: ReportSchedule, _ period: ReportPeriod, covered: String, in workspace: Workspace.ID
  ) throws(StoreError) -> Bool {
    let action = "export.\(schedule.kind)"
    let isMade = try read { db in
      try db.exists(
        """
        SELECT 1 FROM audit INDEXED BY audit_look
        WHERE workspace_id = \(workspace) AND actor = \(Actor.rollcall.word) AND action = \(action)
          AND subject = \(covered)
        """)
    }
    guard isMade else { return false }
    try write { transaction in
      _ = try transaction.db.run(
        """
        UPDATE report_schedule SET done_to = max(done_to, \(period.to)), problem = '', retry_at = NULL
        WHERE workspace_id = \(workspace) AND id = \(schedule.id)
        """)
    }
    return true
  }

  /// Records a scheduled report that is on disk, like a downloaded file, and announces it to the channels
  /// that want reports. `false` = that period was made before, and nothing is recorded. Blocks.
  ///
  /// - Parameter covered: the period and the filter, as the audit shows them.
  public func finishScheduled(
    _ schedule: ReportSchedule, _ period: ReportPeriod, covered: String, rows: Int,
    fingerprint: FileFingerprint,
    in workspace: Workspace.ID
  ) throws(StoreError) -> Bool {
    try write { transaction in
      let file = schedule.fileName(period)
      let changed = try transaction.db.run(
        """
        UPDATE report_schedule
        SET done_to = \(period.to), file = \(file), made_at = \(transaction.now), problem = '', retry_at = NULL
        WHERE workspace_id = \(workspace) AND id = \(schedule.id) AND done_to < \(period.to)
        """)
      guard changed > 0 else { return false }
      let note = ExportNote(
        actor: .rollcall, kind: schedule.kind, filter: covered, rows: rows, fingerprint: fingerprint)
      try transaction.reports.record(note, begun: nil, in: workspace)
      transaction.emit(.reportMade(file: file, in: workspace))
      return true
    }
  }

  /// Records that a scheduled report failed. Its page says so, and it is tried again in 10 minutes. Blocks.
  public func recordScheduleFailure(
    _ id: ReportSchedule.ID, _ problem: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      _ = try transaction.db.run(
        """
        UPDATE report_schedule SET problem = \(problem.isEmpty ? "It could not be made." : problem),
          retry_at = \(transaction.now.advanced(by: Self.scheduleRetry))
        WHERE workspace_id = \(workspace) AND id = \(id)
        """)
    }
  }
}
