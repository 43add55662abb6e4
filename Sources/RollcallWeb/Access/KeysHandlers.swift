import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension MemberWeb {
  /// `GET /w/{ws}/settings/keys`
  @Sendable func apiKeys(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let isDone = asked.request.query["done"] != nil
    return try keysPage(
      asked,
      notice: isDone ? ActionNotice(.calm, Words.Keys.keyEnded, detail: Words.Keys.opensNothingAnyMore) : nil)
  }

  /// `POST /w/{ws}/settings/keys`: the answer shows the key, once.
  @Sendable func issueKey(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = (name: form["name"] ?? "", role: form["role"] ?? "")
    guard let role = Role(rawValue: typed.role) else {
      return try keysPage(asked, typed: typed, problems: [FieldProblem("role", Words.Keys.noSuchRole)])
    }
    guard asked.visitor.role.includes(role) else {
      return web.message(.forbidden, asked.request, asked.visitor)
    }
    do throws(StoreError) {
      let secret = try store.members.issueAPIKey(
        slug: asked.visitor.workspace.slug, name: typed.name, role: role, by: asked.visitor.authority)
      return try keysPage(asked, secret: SecretOnce.key(named: typed.name, secret: secret.text))
    } catch {
      switch error {
      case .invalid:
        return try keysPage(
          asked, typed: typed, problems: [FieldProblem("name", "\(NameLimits.words(NameLimits.name)).")])
      case .conflict:
        let problem = FieldProblem(
          "name", Words.Keys.nameTaken)
        return try keysPage(asked, typed: typed, problems: [problem])
      default: throw error
      }
    }
  }

  /// `POST /w/{ws}/settings/keys/revoke`, by its name.
  @Sendable func revokeKey(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    guard let key = try store.members.apiKeys(of: workspace.id).first(where: { $0.name == form["name"] })
    else {
      return web.message(.notFound, asked.request, asked.visitor)
    }
    guard asked.visitor.role.includes(key.role) else {
      return web.message(.forbidden, asked.request, asked.visitor)
    }
    try store.members.revokeAPIKey(slug: workspace.slug, name: key.name, by: asked.visitor.authority)
    return .redirect(to: "\(KeysPage.path(workspace.slug))?done=1")
  }

  private func keysPage(
    _ asked: ConsoleRequest, typed: (name: String, role: String) = ("", ""), problems: [FieldProblem] = [],
    secret: SecretOnce? = nil, notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let page = KeysPage(
      shell: web.fleet.settingsShell(Words.Keys.apiKeys, asked), slug: workspace.slug,
      mayGive: asked.visitor.role.given,
      keys: try store.members.apiKeys(of: workspace.id).map {
        KeyRow($0, by: asked.visitor.role, slug: workspace.slug, clock: clock)
      }, typed: typed, problems: problems, secret: secret, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
