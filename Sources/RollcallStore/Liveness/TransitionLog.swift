public import Rollcall
import SQL

/// A status change in a workspace's log.
public struct LoggedTransition: Sendable {
  /// The row's id.
  public var id: Int64
  /// The person.
  public var responder: Responder.ID
  /// The transition.
  public var transition: Transition

  /// Its place in the history.
  var place: HistoryCursor { HistoryCursor(effective: transition.at, id: id) }
}

extension LivenessStore {
  /// Up to `limit` changes of status of a workspace in order of instant and id, after `cursor`. Blocks.
  public func transitions(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID?, after cursor: HistoryCursor?,
    limit: Int
  ) throws(StoreError) -> [LoggedTransition] {
    let index: Query = responder == nil ? "transition_workspace" : "transition_responder"
    let now = clock()
    return try read { db in
      // Expired rows are hidden even before the purge has removed them; rows on hold are shown.
      let shown = try ShownTime(
        span, from: RetentionLimits(days: RetentionLimits.logDays, now: now).log, of: workspace,
        responder: responder, at: now, db)
      let isTheirs: Query = responder.map { "AND responder_id = \($0)" } ?? ""
      return try shown.rows(after: cursor, limit: max(0, limit), { ($0.responder.rawValue, $0.place) }) {
        span, start, wanted in
        try db.all(
          """
          SELECT id, responder_id, at, from_status, to_status, rule FROM transition INDEXED BY \(index)
          WHERE workspace_id = \(workspace) \(isTheirs) AND at >= \(start.effective) AND at < \(span.to)
            AND (at, id) > (\(start.effective), \(start.id))
          ORDER BY at, id LIMIT \(wanted)
          """
        ) { row in
          LoggedTransition(
            id: try row["id"], responder: try row["responder_id"], transition: try Transitions.transition(row)
          )
        }
      }
    }
  }
}
