import Rollcall
import RollcallStore
import Synchronization

/// What each workspace uses, for the menu. What it uses it goes on using; the rest is asked for again, at most each few
/// seconds, so that a polled page does not read it anew.
final class KnownUses: Sendable {
  private let known = Mutex<[Workspace.ID: (uses: WorkspaceUses, at: Timestamp)]>([:])
  private static let rest: Milliseconds = 10_000
  private static let limit = 10_000

  /// The uses of a workspace. A page is rather shown without them than not at all.
  func of(_ workspace: Workspace.ID, _ store: Store) -> WorkspaceUses {
    let now = store.clock()
    if let kept = known.withLock({ $0[workspace] }),
      (kept.uses.visits && kept.uses.events) || (now >= kept.at && now.since(kept.at) < Self.rest)
    {
      return kept.uses
    }
    guard let uses = try? store.fleet.uses(of: workspace) else { return WorkspaceUses() }
    known.withLock { all in
      if all.count >= Self.limit { all.removeAll(keepingCapacity: true) }
      all[workspace] = (uses, now)
    }
    return uses
  }
}
