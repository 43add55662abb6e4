import Rollcall
import RollcallStore

/// Alerts in the metrics: every kind of every workspace, zeros too.
struct AlertMetrics {
  private typealias Counts = [AlertKind: Int]

  /// The figures of one workspace.
  private struct Numbers {
    let slug: String
    let open: Counts
    let critical: Counts
    let seenTo: Counts
  }

  private let numbers: [Numbers]

  init(_ workspaces: [Workspace], _ store: Store) throws(StoreError) {
    var numbers: [Numbers] = []
    for workspace in workspaces {
      numbers.append(
        Numbers(
          slug: workspace.slug, open: try store.alerts.openAlertCounts(of: workspace.id),
          critical: try store.alerts.openAlertCounts(of: workspace.id, critical: true),
          seenTo: try store.alerts.acknowledgedAlertCounts(of: workspace.id)))
    }
    self.numbers = numbers
  }

  /// Writes all families.
  func write(to text: inout MetricsText) {
    write("open", "Alerts that are open, by kind.", \.open, to: &text)
    write("critical", "Alerts that are open and cannot wait, by kind.", \.critical, to: &text)
    write("acknowledged", "Open alerts that somebody sees to, by kind.", \.seenTo, to: &text)
  }

  private func write(
    _ name: String, _ help: String, _ count: KeyPath<Numbers, Counts>, to text: inout MetricsText
  ) {
    text.family("rollcall_alerts_\(name)", "gauge", help)
    for workspace in numbers {
      for kind in AlertKind.allCases {
        text.sample(
          "rollcall_alerts_\(name)", [("workspace", workspace.slug), ("kind", kind.rawValue)],
          workspace[keyPath: count][kind, default: 0])
      }
    }
  }
}
