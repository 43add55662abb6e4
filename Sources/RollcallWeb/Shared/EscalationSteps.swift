import Rollcall
import RollcallStore

extension Web {
  /// Which channel is told next, and when, of each open alert that nobody has acknowledged, by the alert's id. Blocks.
  func escalationSteps(
    of workspace: Workspace.ID
  ) throws(StoreError) -> [Int64: (channel: String, at: Timestamp)] {
    try store.channels.nextTold(in: workspace)
  }
}
