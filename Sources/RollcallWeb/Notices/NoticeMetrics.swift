import Rollcall
import RollcallStore

/// Channels in the metrics: every kind of every workspace, zeros too.
struct NoticeMetrics {
  private let workspaces: [Workspace]
  private let counts: [Outboxes.Label: Int]
  private let waiting: [Workspace.ID: Int]
  private let failing: [Workspace.ID: [Channel.Kind: Int]]

  init(_ workspaces: [Workspace], _ store: Store) throws(StoreError) {
    self.workspaces = workspaces
    counts = store.outboxes.attempts
    waiting = try store.channels.waitingNotices()
    failing = try store.channels.failingChannels()
  }

  /// Writes all families.
  func write(to text: inout MetricsText) {
    text.family("rollcall_notices_total", "counter", "Attempts to tell a channel, by what became of them.")
    each { workspace, kind in
      for result in DeliveryResult.Kind.allCases {
        text.sample(
          "rollcall_notices_total", labels(workspace, kind) + [("result", Self.word(result))],
          counts[.init(channels: kind, of: workspace.id, result)] ?? 0)
      }
    }
    text.family("rollcall_notices_waiting", "gauge", "Messages that wait for a channel.")
    for workspace in workspaces {
      text.sample("rollcall_notices_waiting", [("workspace", workspace.slug)], waiting[workspace.id] ?? 0)
    }
    text.family(
      "rollcall_channels_failing", "gauge",
      "Channels of which the latest attempt failed, or that were switched off for it.")
    each { workspace, kind in
      text.sample(
        "rollcall_channels_failing", labels(workspace, kind), failing[workspace.id]?[kind] ?? 0)
    }
  }

  /// The label's value, which is older than the word of the log.
  private static func word(_ result: DeliveryResult.Kind) -> String {
    result == .accepted ? "delivered" : result.rawValue
  }

  private func each(_ body: (Workspace, Channel.Kind) -> Void) {
    for workspace in workspaces { for kind in Channel.Kind.allCases { body(workspace, kind) } }
  }

  private func labels(_ workspace: Workspace, _ kind: Channel.Kind) -> [(String, String)] {
    [("workspace", workspace.slug), ("channel_kind", kind.rawValue)]
  }
}
