import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension RetentionWeb {
  /// Holds and purges, for readers of the audit.
  var holdRoutes: [Route] {
    let form = Route.BodyRule.form(limit: 8_192)
    return [
      web.door.console(.get, "/w/{ws}/holds", .viewAudit, holds),
      web.door.console(.get, "/w/{ws}/holds.json", .viewAudit, holdsJSON),
      web.door.console(.get, "/w/{ws}/holds.csv", .viewAudit, holdsCSV),
      web.door.console(.post, "/w/{ws}/holds", .viewAudit, body: form, addHold),
      web.door.console(.post, "/w/{ws}/holds/{id}/release", .viewAudit, body: form, releaseHold),
      web.door.console(.get, "/w/{ws}/purges.csv", .viewAudit, purgesCSV),
    ]
  }

  /// `GET /w/{ws}/holds`, with a form that a link may have filled in.
  @Sendable func holds(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let done = asked.request.query["done"].map { word in
      word == "released"
        ? ActionNotice(.calm, "Released.", detail: Words.Holds.releasedAdvice)
        : ActionNotice(.calm, Words.Holds.onHold, detail: Words.Holds.heldAdvice)
    }
    return try holdsPage(asked, HoldForm(asked.request.query.pairs), notice: done)
  }

  /// `POST /w/{ws}/holds`
  @Sendable func addHold(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    var typed = HoldForm(TypedSpan.plain(form.pairs) ?? form.pairs)
    typed.responder = try form.person("responder") { () throws(StoreError) in
      try store.fleet.roster(of: workspace.id).map(\.responder)
    }
    let (hold, problems) = typed.read(Zone(workspace.timeZone))
    guard let hold else { return try holdsPage(asked, typed, problems: problems) }
    do throws(StoreError) {
      _ = try store.retention.addHold(hold, in: asked.visitor.scope)
    } catch {
      switch error {
      case .invalid(let text): return try holdsPage(asked, typed, problems: [FieldProblem("until", text)])
      // Objects of other workspaces are not found.
      default: throw error
      }
    }
    return .redirect(to: "\(PagePath.holds(workspace.slug))?done=held")
  }

  /// `POST /w/{ws}/holds/{id}/release`
  @Sendable func releaseHold(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    guard let id = asked.request.pathID else { throw .notFound("hold") }
    let workspace = asked.visitor.workspace
    do throws(StoreError) {
      try store.retention.releaseHold(
        Hold.ID(id), note: form["note"] ?? "", in: asked.visitor.scope)
    } catch {
      switch error {
      case .invalid(let text), .conflict(let text):
        return try holdsPage(
          asked, notice: ActionNotice(.warning, Words.Holds.nothingReleased, detail: text), isRefused: true)
      default: throw error
      }
    }
    return .redirect(to: "\(PagePath.holds(workspace.slug))?done=released")
  }

  private func holdsPage(
    _ asked: ConsoleRequest, _ form: HoldForm = HoldForm(), problems: [FieldProblem] = [],
    notice: ActionNotice? = nil, isRefused: Bool = false
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let names = try AuditNames(store, workspace.id)
    let people = try store.fleet.names(of: workspace.id)
    let opensIncidents = asked.visitor.role.allows(.viewIncidents)
    let page = HoldsPage(
      shell: web.shell(.holds, asked.visitor), slug: workspace.slug,
      holds: try store.retention.holds(of: workspace.id).map {
        HoldRow(
          $0, slug: workspace.slug, opensIncidents: opensIncidents,
          person: { people[$0] ?? "Responder \($0.rawValue)" }, actor: names.actor, clock: clock)
      }, people: people.map { ($0.key.rawValue, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) },
      ahead: PurgeAhead(try store.retention.purgeAhead(of: workspace), clock: clock),
      purges: try store.retention.purges(of: workspace.id, limit: 31).map {
        PurgeRow($0, slug: workspace.slug, mayAudit: true, clock: clock)
      }, form: form, problems: problems, notice: notice, clock: clock)
    return web.html(pages.render(page), status: problems.isEmpty && !isRefused ? .ok : .badRequest)
  }
}
