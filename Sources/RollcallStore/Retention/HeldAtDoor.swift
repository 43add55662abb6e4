import Rollcall

/// The holds on data of a phone whose upload reaches back before the retention: such data is stored. Looked
/// up on demand, once a request.
struct HeldAtDoor {
  private var time: HeldTime?

  /// Whether an instant of a responder is on hold.
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
