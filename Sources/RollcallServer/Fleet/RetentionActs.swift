import Rollcall
import RollcallStore

extension RetentionLoop.Acts {
  /// The acts on a store.
  init(on store: Store, report: @escaping @Sendable (String) -> Void) {
    self.init(
      workspaces: { try store.workspaces().map(\.id) },
      begin: { workspace in
        var pass = try store.beginPurge(of: workspace)
        return RetentionLoop.Walk(
          readAhead: { try store.readAhead(of: pass, rows: $0.rows) },
          take: { pace in
            pass = try store.purgeSlice(pass, rows: pace.rows, time: pace.time)
            return !pass.isDone
          })
      },
      finishErasures: { try store.finishErasures() }, writes: { store.writes },
      isAwaited: { store.writerLag.oldest > 0 }, now: { Heartbeat.monotonic() }, report: report)
  }
}
