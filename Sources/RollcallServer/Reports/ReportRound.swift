import Rollcall
import RollcallStore
import RollcallWeb
import Synchronization

/// Makes scheduled reports, one after the other, with a rest after each part.
final class ReportRound: Sendable {
  /// Between two looks, milliseconds.
  static let between = 20_000
  /// The first look after the start, milliseconds: it must not slow the start down.
  static let firstLook = 2_000

  private let folder: ReportFolder
  private let store: Store
  private let report: @Sendable (String) -> Void
  /// Until when reports that failed are left alone.
  private let triedUntil = Mutex<[ReportSchedule.ID: Timestamp]>([:])

  /// - Parameter report: called with failures, in words.
  init(_ folder: ReportFolder, _ store: Store, report: @escaping @Sendable (String) -> Void) {
    (self.folder, self.store, self.report) = (folder, store, report)
  }

  /// Makes all due reports. A failure of one does not skip the others.
  ///
  /// - Parameter rest: rests for so many milliseconds; `false` = stop here.
  func run(resting rest: (Int) -> Bool) {
    // A clock in doubt must not decide what is due, or what has been made.
    guard store.clockDoubt == nil else { return }
    do {
      for workspace in try store.fleet.workspaces() {
        for schedule in try store.reports.reportSchedules(of: workspace.id) {
          guard !rests(schedule),
            let period = ScheduledReport.due(schedule, of: workspace, at: store.clock())
          else { continue }
          guard try make(schedule, period, of: workspace, rest) else { return }
        }
      }
    } catch { report("scheduled reports are not made: \(Words.of(error))") }
  }

  /// `false` = the round is to end.
  private func make(
    _ schedule: ReportSchedule, _ period: ReportPeriod, of workspace: Workspace, _ rest: (Int) -> Bool
  ) throws -> Bool {
    do {
      let made = try ScheduledReport(schedule, period, of: workspace, store)
      guard try !store.reports.skipMade(schedule, period, covered: made.covered, in: workspace.id) else {
        return true
      }
      let name = schedule.fileName(period)
      let file = try folder.write(made, as: name, of: workspace.slug) { length in
        // As long as the part took, so that it uses at most half a core.
        let milliseconds =
          length.components.seconds * 1_000 + length.components.attoseconds / 1_000_000_000_000_000
        return rest(Int(clamping: min(max(milliseconds, 1), 1_000)))
      }
      let isNoted = try store.reports.finishScheduled(
        schedule, period, covered: made.covered, rows: file.rows, fingerprint: file.fingerprint,
        in: workspace.id)
      // A file of a schedule that was switched off or removed meanwhile is in no audit, and is not kept.
      if isNoted {
        try folder.save(name, of: workspace.slug)
        try folder.writeHead(
          store.audit.head(of: workspace), of: file.fingerprint, beside: name, of: workspace.slug)
      } else {
        try folder.takeBack(name, of: workspace.slug)
      }
    } catch is CancellationError {
      return false
    } catch {
      let words = Words.of(error)
      report("a report of \(workspace.slug) is not made, schedule \(schedule.id.rawValue): \(words)")
      triedUntil.withLock { $0[schedule.id] = store.clock().advanced(by: ReportStore.scheduleRetry) }
      try store.reports.recordScheduleFailure(schedule.id, words, in: workspace.id)
    }
    return true
  }

  /// Whether a report failed just now, even if that could not be recorded.
  private func rests(_ schedule: ReportSchedule) -> Bool {
    triedUntil.withLock { $0[schedule.id].map { store.clock() < $0 } ?? false }
  }
}
