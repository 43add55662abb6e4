public import Rollcall
import SQL

/// The board of a workspace as known at a past instant: by the data received until then.
public struct BoardSnapshot: Sendable {
  /// The instant.
  public let at: Timestamp
  /// Everyone on the board then, in no order. Names, profiles and regions are those of today.
  public let entries: [BoardEntry]
  /// The absence of this server that holds the instant, when no board was known; `nil` = it could hear.
  public let absence: TimeSpan?
  /// Since when statuses are kept; before it only people whose time is on hold are shown.
  public let logFrom: Timestamp
  /// Since when positions are kept, except those on hold.
  public let positionsFrom: Timestamp
}

extension LivenessStore {
  /// How old an instant must be before its board is shown: by then passed deadlines are written.
  public static let pastAfter: Milliseconds = 5_000

  /// The board of a workspace as it was known at a past instant. Blocks.
  ///
  /// Inside an absence of this server no one on duty has a status.
  ///
  /// Statuses, duty and errands are those in force then; positions and batteries those shown after the last
  /// upload that had arrived. A contact without a row of its own is known from the silence that it ended, or
  /// is missing.
  ///
  /// - Parameter instant: at least ``pastAfter`` ago.
  public func board(of workspace: Workspace, at instant: Timestamp) throws(StoreError) -> BoardSnapshot {
    let now = clock()
    let limits = RetentionLimits(days: workspace.retentionDays, now: now)
    let retention = Int64(workspace.retentionDays) * 86_400_000
    return try read { db in
      let held = try HeldRows(of: workspace.id, at: now, db)
      let isThere = { (person: Responder.ID, time: Timestamp) in held.time(of: person.rawValue).contains(time)
      }
      let all =
        instant < limits.log && held.people.isEmpty
        ? [] : try SnapshotEntry.all(of: workspace.id, at: instant, db)
      let absence = try Absences.find(in: TimeSpan(from: instant, to: instant.advanced(by: 1)), db).first
      let shown = all.filter { instant >= limits.log || isThere($0.person.id, instant) }.map { known in
        var past = known
        if let absence { past.live = known.live.covered(by: absence) }
        let entry = BoardEntry(past, retention: retention)
        return entry.fixAt.map { isThere(entry.id, $0) } ?? false ? entry : entry.kept(at: now)
      }
      return BoardSnapshot(
        at: instant, entries: shown, absence: absence, logFrom: limits.log,
        positionsFrom: limits.reports)
    }
  }
}
