import Rollcall
import RollcallStore

/// Which channel is told next, and when, of each open alert that nobody has acknowledged or snoozed.
struct EscalationSteps {
  private let steps: [Int64: (channel: String, at: Timestamp)]

  /// Those of a workspace now. Blocks.
  init(_ store: Store, _ workspace: Workspace.ID) throws(StoreError) {
    steps = try store.channels.nextTold(in: workspace)
  }

  /// That of an alert, for its page.
  func step(of alert: Int64, _ clock: PageClock) -> AlertEscalation? {
    steps[alert].map { AlertEscalation(channel: $0.channel, at: clock.time($0.at)) }
  }
}
