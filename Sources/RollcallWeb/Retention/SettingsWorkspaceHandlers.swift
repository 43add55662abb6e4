import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension RetentionWeb {
  /// `GET /w/{ws}/settings/workspace`
  @Sendable func workspaceSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try workspacePage(
      asked, WorkspaceForm(asked.visitor.workspace), notice: web.fleet.savedNotice(asked))
  }

  /// `POST /w/{ws}/settings/workspace`: previews, or saves the change that was previewed.
  @Sendable func saveWorkspace(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = WorkspaceForm(form.pairs, stored: asked.visitor.workspace)
    let (changed, problems) = typed.read(asked.visitor.workspace)
    guard problems.isEmpty else { return try workspacePage(asked, typed, problems: problems) }
    let isSaving = form["do"] == "save"
    if isSaving, form["seen"] == typed.seen {
      _ = try store.fleet.setWorkspace(
        slug: asked.visitor.workspace.slug, by: asked.visitor.scope.actor
      ) { workspace in
        for setting in WorkspaceSetting.all { setting.copy(from: changed, to: &workspace) }
      }
      return web.fleet.saved(asked)
    }
    let preview = try store.retention.retentionPreview(
      of: asked.visitor.workspace.id, days: changed.retentionDays)
    return try workspacePage(
      asked, typed, preview: preview, notice: isSaving ? FleetWeb.changedSincePreview : nil)
  }

  private func workspacePage(
    _ asked: ConsoleRequest, _ form: WorkspaceForm, preview: RetentionPreview? = nil,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let page = WorkspaceSettingsPage(
      shell: web.fleet.settingsShell("Workspace", asked), slug: workspace.slug, form: form,
      preview: preview.map { PurgePreview($0, seen: form.seen, clock: clock) },
      ahead: PurgeAhead(try store.retention.purgeAhead(of: workspace), clock: clock),
      purges: try store.retention.purges(of: workspace.id).map {
        PurgeRow($0, slug: workspace.slug, mayAudit: asked.visitor.role.allows(.viewAudit), clock: clock)
      }, problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
