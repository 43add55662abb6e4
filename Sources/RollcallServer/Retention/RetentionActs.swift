import Rollcall
import RollcallStore

extension RetentionLoop.Acts {
  /// So many pings are read at once as they lie on the disk, and so many of a workspace: more would not stay in memory.
  private static let (readAtOnce, mostRead) = (2_000, 1_000_000)

  /// The acts on a store.
  init(on store: Store, report: @escaping @Sendable (String) -> Void) {
    self.init(
      workspaces: { try store.workspaces().map(\.id) },
      begin: { workspace in
        var pass = try store.beginPurge(of: workspace)
        var (end, left) = (HistoryCursor?.none, Self.mostRead)
        return RetentionLoop.Walk(
          readOldest: {
            guard left > 0 else { return false }
            left -= Self.readAtOnce
            end = try store.readOldest(of: pass, after: end, rows: Self.readAtOnce)
            return end != nil
          },
          readAhead: { try store.readAhead(of: pass, rows: $0.rows) },
          take: { pace in
            pass = try store.purgeSlice(pass, rows: pace.rows, time: pace.time)
            return !pass.isDone
          })
      },
      finishErasures: { try store.finishErasures() }, writes: { store.writes },
      isAwaited: { store.writerLag.oldest > 0 }, now: { Heartbeat.monotonic() },
      isClockInDoubt: { store.clockDoubt != nil }, report: report)
  }
}
