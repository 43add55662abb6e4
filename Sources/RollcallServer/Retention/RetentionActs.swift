import Rollcall
import RollcallStore

extension RetentionRound.Acts {
  /// The acts on a store.
  init(
    on store: Store, finishErasures: @escaping @Sendable () throws -> Void,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      workspaces: { try store.fleet.workspaces().map(\.id) },
      begin: { workspace in
        var pass = try store.retention.beginPurge(of: workspace)
        return RetentionRound.Walk(
          readAhead: { try store.retention.readAhead(of: pass, rows: $0.rows) },
          take: { pace in
            pass = try store.retention.purgeSlice(pass, rows: pace.rows, time: pace.time)
            return !pass.isDone
          })
      },
      finishErasures: finishErasures, writes: { store.retention.writes },
      isAwaited: { store.writerLag.oldest > 0 }, now: { Heartbeat.monotonic() },
      isClockInDoubt: { store.clockDoubt != nil }, report: report)
  }
}
