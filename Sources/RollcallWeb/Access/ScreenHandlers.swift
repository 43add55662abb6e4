import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension MemberWeb {
  /// `GET /w/{ws}/settings/screens`
  @Sendable func screens(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let isDone = asked.request.query["done"] != nil
    return try screensPage(
      asked,
      notice: isDone ? ActionNotice(.calm, Words.Keys.screenDark, detail: Words.Keys.linkOpensNothing) : nil)
  }

  /// `POST /w/{ws}/settings/screens`: the answer shows the link, once.
  @Sendable func addScreen(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = (name: form["name"] ?? "", days: form["days"] ?? "")
    var problems: [FieldProblem] = []
    if !typed.name.hasBytes(NameLimits.name) {
      problems.append(FieldProblem("name", "\(NameLimits.words(NameLimits.name))."))
    }
    let days = WholeNumber(MemberStore.screenDays).read(typed.days, "days", &problems)
    guard problems.isEmpty, let days else { return try screensPage(asked, typed: typed, problems: problems) }
    let secret = try store.members.addScreen(
      name: typed.name, days: days, in: asked.visitor.scope)
    let link = link(asked.request, "/screen/\(secret.text)")
    return try screensPage(asked, secret: SecretOnce.screen(named: typed.name, link: link))
  }

  /// `POST /w/{ws}/settings/screens/{id}/revoke`
  @Sendable func revokeScreen(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    guard let id = asked.request.parameters["id"].flatMap({ Int64($0) }) else { throw .notFound("screen") }
    try store.members.revokeScreen(Screen.ID(id), in: asked.visitor.scope)
    return .redirect(to: "\(ScreensPage.path(asked.visitor.workspace.slug))?done=1")
  }

  /// `GET /screen/{token}`: the browser becomes a screen, until the link's last day.
  @Sendable func openScreen(_ request: Request) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      guard let opened = try store.members.openScreen(request.parameters["token"] ?? "") else {
        return web.connecting.strangersAnswer(request)
      }
      var response = Response.redirect(to: Shell.Section.board.path(opened.workspace.slug))
      let left = opened.expiresAt.since(store.clock()) / 1_000
      response.set(.screen, opened.cookie.text, request, seconds: max(1, left))
      return response
    }
  }

  private func screensPage(
    _ asked: ConsoleRequest, typed: (name: String, days: String) = ("", "90"), problems: [FieldProblem] = [],
    secret: SecretOnce? = nil, notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let page = ScreensPage(
      shell: web.fleet.settingsShell("Screens", asked), slug: workspace.slug,
      screens: try store.members.screens(of: workspace.id).map {
        ScreenRow($0, slug: workspace.slug, clock: clock)
      }, typed: typed, problems: problems, secret: secret, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
