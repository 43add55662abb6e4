import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension RetentionWeb {
  /// `GET /w/{ws}/settings/workspace`
  @Sendable func workspaceSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let form = WorkspaceForm(
      name: workspace.name, timeZone: workspace.timeZone, retentionDays: workspace.retentionDays,
      tellsOffline: workspace.tellsOffline, massSilence: workspace.massSilence,
      ownersNeedTwoFactor: workspace.ownersNeedTwoFactor)
    return try workspacePage(asked, form, notice: web.fleet.savedNotice(asked))
  }

  /// `POST /w/{ws}/settings/workspace`: a preview, or, of what was previewed, the change.
  @Sendable func saveWorkspace(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = WorkspaceForm(form.pairs)
    let problems = typed.problems { TimeZone(identifier: $0) != nil }
    guard problems.isEmpty, let days = typed.days else {
      return try workspacePage(asked, typed, problems: problems)
    }
    let isSaving = form["do"] == "save"
    if isSaving, form["seen"] == typed.seen {
      do throws(StoreError) {
        _ = try store.fleet.setWorkspace(
          slug: asked.visitor.workspace.slug, name: typed.name, timeZone: typed.timeZone, retentionDays: days,
          tellsOffline: typed.tellsOffline,
          massSilence: typed.massSilence(asked.visitor.workspace.massSilence),
          ownersNeedTwoFactor: typed.ownersNeedTwoFactor, by: asked.visitor.scope.actor)
      } catch {
        guard case .invalid(let text) = error else { throw error }
        return try workspacePage(asked, typed, problems: [FieldProblem("", text)])
      }
      return web.fleet.saved(asked)
    }
    let preview = try store.retention.retentionPreview(of: asked.visitor.workspace.id, days: days)
    return try workspacePage(
      asked, typed, preview: preview, notice: isSaving ? FleetWeb.changedSincePreview : nil)
  }

  private func workspacePage(
    _ asked: ConsoleRequest, _ form: WorkspaceForm, preview: RetentionPreview? = nil,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    var shown = form
    shown.massPercent = form.massPercent ?? "\(workspace.massSilence.percent)"
    shown.massMinutes = form.massMinutes ?? "\(workspace.massSilence.minutes)"
    let page = WorkspaceSettingsPage(
      shell: web.fleet.settingsShell("Workspace", asked), slug: workspace.slug, form: shown,
      preview: preview.map { PurgePreview($0, seen: form.seen, clock: clock) },
      ahead: PurgeAhead(try store.retention.purgeAhead(of: workspace), clock: clock),
      purges: try store.retention.purges(of: workspace.id).map {
        PurgeRow($0, slug: workspace.slug, mayAudit: asked.visitor.role.allows(.viewAudit), clock: clock)
      }, problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}

extension WorkspaceForm {
  /// Changes whenever something else is typed: saving asks for that of the preview.
  fileprivate var seen: String {
    var hash = ContentHash()
    for text in [
      name, timeZone, retentionDays, tellsOffline ? "on" : "", massPercent ?? "", massMinutes ?? "",
      ownersNeedTwoFactor ? "on" : "",
    ] { hash.add(text) }
    return hash.text
  }
}

extension PurgePreview {
  fileprivate init(_ preview: RetentionPreview, seen: String, clock: PageClock) {
    self.init(
      days: preview.days, pings: Int64(preview.pings), people: Int64(preview.people),
      uploads: Int64(preview.uploads),
      deviceEvents: Int64(preview.deviceEvents), countLimit: Int64(RetentionPreview.countLimit),
      oldest: preview.oldest, seen: seen, clock: clock)
  }
}
