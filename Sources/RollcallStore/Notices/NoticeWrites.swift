import SQL

/// Messages to channels, as they are written.
struct NoticeWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var channels: NoticeWrites { NoticeWrites(transaction: self) }
}

extension NoticeWrites {
  /// Keeps the log of messages when alerts are deleted, but not which alerts they were about. Called before
  /// they are deleted.
  ///
  /// - Parameter alerts: finds their workspaces and ids.
  func forgetInNotices(alerts: Query) throws {
    try db.run(
      """
      UPDATE notice SET alert_id = NULL WHERE alert_id IS NOT NULL AND (workspace_id, alert_id) IN (\(alerts))
      """)
  }
}
