import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// The times and numbers by which a workspace asks people.
struct DispatchSettingsWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: IncidentWeb.incidentLimit)
    return [
      door.console(.get, "/w/{ws}/settings/dispatch", .manageWorkspace, dispatchSettings),
      door.console(.post, "/w/{ws}/settings/dispatch", .manageWorkspace, body: form, saveDispatch),
    ]
  }

  /// `GET /w/{ws}/settings/dispatch`
  @Sendable func dispatchSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let settings = try store.dispatch.dispatchSettings(of: asked.visitor.workspace.id)
    return dispatchPage(asked, DispatchForm(settings), notice: web.fleet.savedNotice(asked))
  }

  /// `POST /w/{ws}/settings/dispatch`
  @Sendable func saveDispatch(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = DispatchForm(form.pairs)
    let (settings, problems) = typed.read()
    guard problems.isEmpty else { return dispatchPage(asked, typed, problems: problems) }
    try store.dispatch.set(settings, in: asked.visitor.scope)
    return web.fleet.saved(asked)
  }

  /// The times for answers and graces, in one line. Blocks.
  func dispatchSummary(of workspace: Workspace.ID) throws(StoreError) -> String {
    Words.DispatchRules.summary(try store.dispatch.dispatchSettings(of: workspace))
  }

  private func dispatchPage(
    _ asked: ConsoleRequest, _ form: DispatchForm, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) -> Response {
    let page = DispatchSettingsPage(
      form, hasTexts: store.push.sendsTexts, problems: problems, notice: notice,
      shell: web.fleet.settingsShell("Dispatch", asked),
      slug: asked.visitor.workspace.slug)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
