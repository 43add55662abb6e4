import Rollcall
import RollcallStore

extension RetentionRound.Acts {
  /// How many pings are read at once in the order of the disk, and at most of one workspace: more would not
  /// stay in memory.
  private static let (readAtOnce, mostRead) = (2_000, 1_000_000)

  /// The acts on a store.
  init(
    on store: Store, finishErasures: @escaping @Sendable () throws -> Void,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      workspaces: { try store.fleet.workspaces().map(\.id) },
      begin: { workspace in
        var pass = try store.retention.beginPurge(of: workspace)
        var (end, left) = (HistoryCursor?.none, Self.mostRead)
        return RetentionRound.Walk(
          readOldest: {
            guard left > 0 else { return false }
            left -= Self.readAtOnce
            end = try store.retention.readOldest(of: pass, after: end, rows: Self.readAtOnce)
            return end != nil
          },
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
