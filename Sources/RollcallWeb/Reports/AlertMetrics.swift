import Rollcall
import RollcallStore

/// What the metrics say about alerts: every kind of every workspace, zeros too.
struct AlertMetrics {
  private let counts: [(slug: String, open: [AlertKind: Int])]

  init(_ workspaces: [Workspace], _ store: Store) throws(StoreError) {
    var counts: [(slug: String, open: [AlertKind: Int])] = []
    for workspace in workspaces {
      counts.append((workspace.slug, try store.openAlertCounts(of: workspace.id)))
    }
    self.counts = counts
  }

  /// Appends all of it.
  func write(to text: inout MetricsText) {
    text.family("rollcall_alerts_open", "gauge", "Alerts that are open, by kind.")
    for (slug, open) in counts {
      for kind in AlertKind.allCases {
        text.sample(
          "rollcall_alerts_open", [("workspace", slug), ("kind", kind.rawValue)], open[kind, default: 0])
      }
    }
  }
}
