public import Rollcall
import SQL

extension NoticeStore {
  /// Sends a test message to a channel, even one that is switched off.
  ///
  /// - Throws: `notFound`; `conflict` in words when too many were just sent.
  public func testChannel(
    _ id: Channel.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      _ = try ChannelRows.require(id, in: workspace, transaction.db)
      let since = transaction.now.advanced(by: -60_000)
      let recent = try transaction.db.first(
        """
        SELECT count(*) FROM notice
        WHERE workspace_id = \(workspace) AND channel_id = \(id) AND kind = 'test' AND created_at > \(since)
        """, as: Int.self)
      guard recent ?? 0 < NoticeWrites.testsAMinute else {
        throw StoreError.conflict("Several test messages were sent just now. Try again in a minute.")
      }
      try transaction.channels.queueNotice(.test, to: id, in: workspace)
      try transaction.audit(actor, "channel.test", subject: "channel \(id.rawValue)", in: workspace)
    }
  }
}

extension NoticeWrites {
  /// How many tests of one channel may be made in a minute, so that no mailbox is flooded.
  fileprivate static let testsAMinute = 5
}
