import Rollcall
import RollcallStore
import Synchronization

/// Remembers who is looking at which page now, so that an open page is audited as one look and not once per
/// fetch.
///
/// The audit has the entries; this memory only tells which need not be written again.
final class AccessLogSession: Sendable {
  private struct Look: Hashable {
    let workspace: Workspace.ID
    let actor: Actor
    let page: String
    let subject: String
  }

  private let open = Mutex<[Look: Timestamp]>([:])
  private static let pause: Milliseconds = 15 * 60_000
  private static let limit = 10_000

  /// Whether this look continues a recorded one, at most 15 minutes after it was last seen.
  func continues(
    actor: Actor, page: String, subject: String, in workspace: Workspace.ID, now: Timestamp
  ) -> Bool {
    let look = Look(workspace: workspace, actor: actor, page: page, subject: subject)
    return open.withLock { all in
      let last = all[look]
      if all.count >= Self.limit { all = all.filter { now.since($0.value) < Self.pause } }
      all[look] = now
      return last.map { now.since($0) < Self.pause } ?? false
    }
  }
}

extension MemberWeb {
  /// Records in the audit that a visitor looks at people's positions; fetching the page again continues the
  /// look.
  func recordView(_ visitor: Visitor, page: String, subject: String) {
    recordView(visitor.scope.actor, page: page, subject: subject, in: visitor.workspace.id)
  }

  /// The same for actors other than members.
  func recordView(_ actor: Actor, page: String, subject: String, in workspace: Workspace.ID) {
    let isNoted = web.views.continues(
      actor: actor, page: page, subject: subject, in: workspace, now: store.clock())
    guard !isNoted else { return }
    store.audit.recordView(actor: actor, page: page, subject: subject, in: workspace)
  }
}
