import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

// The settings of all subjects on one page.
extension Web {
  /// `GET /w/{ws}/settings`
  @Sendable func settings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let rollout = try store.fleet.rollout(of: workspace.id)
    let page = SettingsPage(
      shell: fleet.settingsShell("Settings", asked), slug: workspace.slug, timeZone: workspace.timeZone,
      retentionDays: workspace.retentionDays,
      profiles: try store.fleet.profiles(slug: workspace.slug).map(\.name),
      dispatch: try incidents.dispatchSummary(of: workspace.id),
      flags: Rollout.Flag.allCases.map { ($0.rawValue, rollout.percent[$0, default: 100]) })
    return html(pages.render(page))
  }
}
