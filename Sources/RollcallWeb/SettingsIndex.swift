import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// The settings of all subjects on one page.
struct SettingsIndex: Sendable {
  let web: Web

  /// `GET /w/{ws}/settings`
  @Sendable func show(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let rollout = try web.store.fleet.rollout(of: workspace.id)
    let page = SettingsPage(
      shell: web.fleet.settingsShell("Settings", asked), slug: workspace.slug, timeZone: workspace.timeZone,
      retentionDays: workspace.retentionDays,
      profiles: try web.store.fleet.profiles(slug: workspace.slug).map(\.name),
      dispatch: try DispatchSettingsWeb(web: web).dispatchSummary(of: workspace.id),
      server: try ServerWeb(web: web).isOpen(to: asked.visitor.account) ? ServerWeb.path : "",
      flags: Rollout.Flag.allCases.map { ($0.rawValue, rollout.percent[$0, default: 100]) })
    return web.html(web.pages.render(page))
  }
}
