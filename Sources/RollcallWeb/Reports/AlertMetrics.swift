import Rollcall
import RollcallStore

/// What the metrics say about alerts: every kind of every workspace, zeros too.
struct AlertMetrics {
  private let counts: [(slug: String, open: [AlertKind: Int], critical: [AlertKind: Int])]

  init(_ workspaces: [Workspace], _ store: Store) throws(StoreError) {
    var counts: [(slug: String, open: [AlertKind: Int], critical: [AlertKind: Int])] = []
    for workspace in workspaces {
      counts.append(
        (
          workspace.slug, try store.openAlertCounts(of: workspace.id),
          try store.openAlertCounts(of: workspace.id, critical: true)
        ))
    }
    self.counts = counts
  }

  /// Appends all of it.
  func write(to text: inout MetricsText) {
    text.family("rollcall_alerts_open", "gauge", "Alerts that are open, by kind.")
    for (slug, open, _) in counts {
      for kind in AlertKind.allCases {
        text.sample(
          "rollcall_alerts_open", [("workspace", slug), ("kind", kind.rawValue)], open[kind, default: 0])
      }
    }
    text.family("rollcall_alerts_critical", "gauge", "Alerts that are open and cannot wait, by kind.")
    for (slug, _, critical) in counts {
      for kind in AlertKind.allCases {
        text.sample(
          "rollcall_alerts_critical", [("workspace", slug), ("kind", kind.rawValue)],
          critical[kind, default: 0])
      }
    }
  }
}
