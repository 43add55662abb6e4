import Rollcall

/// What is on hold of somebody whose phone tells of a time that has expired: that is still taken in. Looked up when it
/// matters, once a request.
struct HeldAtDoor {
  private var time: HeldTime?

  /// Whether an instant of somebody is on hold.
  mutating func contains(
    _ instant: Timestamp, of id: Responder.ID, in workspace: Workspace.ID, _ transaction: WriteTransaction
  ) throws -> Bool {
    let found = try time ?? look(id, workspace, transaction)
    time = found
    return found.contains(instant)
  }

  private func look(
    _ id: Responder.ID, _ workspace: Workspace.ID, _ transaction: WriteTransaction
  ) throws -> HeldTime {
    try HeldRows(of: workspace, responder: id, at: transaction.now, transaction.db)
      .time(of: id.rawValue)
  }
}
