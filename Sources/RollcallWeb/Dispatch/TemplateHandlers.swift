import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// Templates of incidents.
struct TemplateWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: IncidentWeb.incidentLimit)
    let either = Route.BodyRule.any(limit: IncidentWeb.incidentLimit)
    return [
      door.console(.get, "/w/{ws}/settings/templates.json", .manageIncidents, templatesJSON),
      door.console(
        .post, "/w/{ws}/settings/templates.json", .manageWorkspace, body: either, addTemplateByProgram),
      door.console(
        .post, "/w/{ws}/settings/templates/{id}.json", .manageWorkspace, body: either,
        changeTemplateByProgram),
      door.console(
        .post, "/w/{ws}/settings/templates/{id}/remove.json", .manageWorkspace, body: either,
        removeTemplateByProgram),
      door.console(.get, "/w/{ws}/settings/templates", .manageWorkspace, templates),
      door.console(.post, "/w/{ws}/settings/templates", .manageWorkspace, body: form, saveTemplate),
      door.console(
        .post, "/w/{ws}/settings/templates/{id}/remove", .manageWorkspace, body: form, removeTemplate),
    ]
  }

  /// `GET /w/{ws}/settings/templates`; with `edit` one of them in the form.
  @Sendable func templates(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let all = try store.dispatch.templates(of: asked.visitor.workspace.id)
    let edited = asked.request.query["edit"].flatMap { id in all.first { String($0.id.rawValue) == id } }
    let notice =
      asked.request.query["removed"] == nil
      ? web.fleet.savedNotice(asked) : ActionNotice(.calm, Words.Templates.removed)
    return templatesPage(asked, all, edited.map { TemplateForm($0) } ?? TemplateForm(), notice: notice)
  }

  /// `POST /w/{ws}/settings/templates`: adds one, or changes that of the field `id`.
  @Sendable func saveTemplate(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = TemplateForm(form.pairs)
    let all = try store.dispatch.templates(of: asked.visitor.workspace.id)
    var problems: [FieldProblem] = []
    if !typed.name.hasBytes(NameLimits.short) || typed.name.hasControlCharacters {
      problems.append(FieldProblem("name", Words.Templates.nameFormat))
    }
    let id = try Self.templateID(typed.id)
    switch typed.read() {
    case .failure(let refusal): problems += refusal.problems.map { FieldProblem($0) }
    case .success(let draft):
      guard problems.isEmpty else { break }
      do {
        try store.dispatch.save(draft, as: id, in: asked.visitor.scope)
        return web.fleet.saved(asked)
      } catch StoreError.conflict(let words) {
        problems.append(FieldProblem("name", words + "."))
      }
    }
    return templatesPage(asked, all, typed, problems: problems)
  }

  /// `POST /w/{ws}/settings/templates/{id}/remove`
  @Sendable func removeTemplate(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    guard let id = asked.request.pathID else { throw .notFound("template") }
    try store.dispatch.removeTemplate(IncidentTemplate.ID(id), in: asked.visitor.scope)
    return .redirect(to: "\(PagePath.settings(asked.visitor.workspace.slug, "templates"))?removed=1")
  }

  private static func templateID(_ text: String) throws(StoreError) -> IncidentTemplate.ID? {
    guard !text.utf8.isEmpty else { return nil }
    guard let id = Int64(text) else { throw .notFound("template") }
    return IncidentTemplate.ID(id)
  }

  private func templatesPage(
    _ asked: ConsoleRequest, _ all: [IncidentTemplate], _ form: TemplateForm,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) -> Response {
    let page = TemplatesPage(
      all, form: form, shell: web.fleet.settingsShell(Words.Templates.pageTitle, asked),
      slug: asked.visitor.workspace.slug, problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
