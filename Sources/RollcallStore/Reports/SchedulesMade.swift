public import Rollcall
import SQL

extension ReportStore {
  /// Skips a period if the audit shows that it was made before: by this schedule, or by an equal one that was
  /// removed. Its file is known by the hash in the audit, and stays the only one. Blocks.
  ///
  /// - Parameter covered: the period and the filter, as the audit shows them.
  public func passOverMade(
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
    _ schedule: ReportSchedule, _ period: ReportPeriod, covered: String, rows: Int, print: FilePrint,
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
        actor: .rollcall, kind: schedule.kind, filter: covered, rows: rows, print: print)
      try transaction.reports.note(note, begun: nil, in: workspace)
      try transaction.channels.announceReport(file, in: workspace)
      return true
    }
  }

  /// Records that a scheduled report failed. Its page says so, and it is tried again in 10 minutes. Blocks.
  public func noteScheduleFailed(
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
