import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension PrivacyWeb {
  /// `GET /app/v1/me/locations?from=&to=`: the phone's own history, by default the last 24 hours.
  @Sendable func ownLocations(_ phone: PhoneRequest) throws(StoreError) -> Response {
    store.liveness.noteContact(phone.session)
    guard let workspace = try store.fleet.workspaces().first(where: { $0.id == phone.session.workspace }),
      let entry = store.boards.entry(of: phone.session.responder, in: workspace.id)
    else { throw .notFound("responder") }
    let query = HistoryQuery(phone.request, workspace, now: store.clock())
    guard var filter = query.filter else { return Answer.make(.validationError, query.problem) }
    // Whatever the filter says: only this person's own data.
    filter.responder = phone.session.responder
    let found = try store.tracking.history(
      of: workspace, filter, after: query.cursor, limit: Self.ownPage + 1)
    let shown = found.prefix(Self.ownPage)
    let next = found.count > Self.ownPage ? shown.last : nil
    return Answer.make(.ok, Words.Requests.yourLocations) { data in
      data.object { root in
        let rows = shown.map { PositionRow(position: $0, name: entry.person.name) }
        root.array("pings", rows, of: PositionRow.table)
        root.member(
          "next_cursor", next.map { HistoryQuery.text(HistoryCursor(effective: $0.effective, id: $0.id)) })
      }
    }
  }

  /// Positions in one answer to a phone.
  private static let ownPage = 1_000

  /// `POST /app/v1/me/requests` `{kind}`
  @Sendable func makeRequest(_ phone: PhoneRequest, _ reply: Reply) {
    web.uploads.refusable(phone, reply) { () throws(WireError) in
      let asked = try PrivacyRequestBody.decode(bytes: phone.request.body)
      let kind: PrivacyRequest.Kind = asked.kind == .export ? .export : .erase
      store.privacy.request(kind, by: phone.session) { outcome in
        reply.send(
          Web.response(outcome) { made in
            Answer.make(
              made.isNew ? .created : .ok,
              made.isNew ? Words.Requests.requestMade : Words.Requests.alreadyRequested
            ) {
              $0.object { data in
                data.member("id", made.request.id)
                data.member("kind", made.request.kind.rawValue)
                data.member("made_at", made.request.madeAt)
              }
            }
          })
      }
    }
  }

  /// `GET /w/{ws}/requests`
  @Sendable func requests(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let names = try AuditNames(store, workspace.id)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    func rows(areOpen: Bool) throws(StoreError) -> [RequestRow] {
      try store.privacy.privacyRequests(of: workspace.id, areOpen: areOpen).map {
        request throws(StoreError) in
        let isWaiting = areOpen && request.kind == .erase
        return RequestRow(
          id: request.id, who: names.subject("responder \(request.responder.rawValue)"),
          responder: request.responder, isErasure: request.kind == .erase, madeAt: request.madeAt,
          doneAt: request.doneAt, doneBy: request.doneBy.map(names.actor) ?? "", slug: workspace.slug,
          csrf: asked.visitor.csrf ?? "", mayErase: asked.visitor.role.allows(.eraseData),
          holds: isWaiting ? try store.retention.holdsInForce(on: request.responder, in: workspace.id) : [],
          clock: clock)
      }
    }
    let page = RequestsPage(
      shell: web.shell(.requests, asked.visitor), open: try rows(areOpen: true),
      done: try rows(areOpen: false),
      notice: try erasureNotice(asked))
    return web.html(pages.render(page))
  }

  /// `POST /w/{ws}/requests/{id}/done`
  @Sendable func finishRequest(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    guard let id = asked.request.pathID else { throw .notFound("request") }
    try store.privacy.finishRequest(id, in: asked.visitor.scope)
    return .redirect(to: Shell.Section.requests.path(asked.visitor.workspace.slug))
  }

  /// Reports an erasure that has just happened.
  private func erasureNotice(_ asked: ConsoleRequest) throws(StoreError) -> ActionNotice? {
    guard let id = asked.request.query["erased"].flatMap({ Int64($0) }),
      try store.fleet.isErased(Responder.ID(id), in: asked.visitor.workspace.id)
    else { return nil }
    return try !store.privacy.unfinishedErasures().contains(Responder.ID(id))
      ? ActionNotice(
        .calm, Words.Requests.personErased(id),
        detail: Words.Requests.erasedAdvice(id))
      : ActionNotice(
        .warning, Words.Requests.personErased(id),
        detail:
          Words.Requests.erasingAdvice
      )
  }
}
