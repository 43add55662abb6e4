import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension PrivacyWeb {
  /// `GET /me/{token}`; with `fragment=1` the part that an open page polls.
  @Sendable func showOwn(_ request: Request) -> Response {
    owned(request) { visitor throws(StoreError) in
      let now = store.clock()
      var facts = web.live.facts(request, in: visitor.workspace, at: now)
      let entry = try ownEntry(visitor)
      web.live.add(entry, to: &facts, at: now)
      facts.add(Self.phoneSystem(request)?.rawValue ?? "")
      return try web.live.polled(of: facts, request, version: \OwnPage.version) { () throws(StoreError) in
        try ownPage(visitor, entry, request, now)
      }
    }
  }

  /// `GET /me/{token}/history?day=&cursor=`
  @Sendable func showOwnHistory(_ request: Request) -> Response {
    owned(request) { visitor throws(StoreError) in try ownHistory(visitor, request) }
  }

  /// `POST /me/{token}/duty`
  @Sendable func switchOwnDuty(_ request: Request) -> Response {
    ownForm(request) { form, visitor throws(StoreError) in
      guard let isOn = ["on": true, "off": false][form["duty"] ?? ""] else {
        throw .invalid("“duty” must be on or off")
      }
      try store.liveness.switchDuty(
        isOn ? .onDuty : .offDuty, of: visitor.responder.id, in: Self.ownScope(visitor, request))
      return "duty"
    }
  }

  /// `POST /me/{token}/offers`
  @Sendable func answerOwnOffer(_ request: Request) -> Response {
    ownForm(request) { form, visitor throws(StoreError) in
      guard let id = Int64(form["offer"] ?? ""), let answer = form["answer"],
        ["accept", "decline"].contains(answer),
        let found = try store.privacy.answerOwn(Offer.ID(id), accepting: answer == "accept", of: visitor)
      else { throw .notFound("offer") }
      switch found.standing {
      case .theirs: return "taken"
      case .taken: return "late"
      case .open, .over: return found.offer?.state == .declined ? "declined" : "late"
      }
    }
  }

  /// `POST /me/{token}/assignment`
  @Sendable func reportOwnAssignment(_ request: Request) -> Response {
    ownForm(request) { form, visitor throws(StoreError) in
      guard let id = Int64(form["assignment"] ?? ""),
        let report = AssignmentReport(rawValue: form["report"] ?? "")
      else { throw .notFound("assignment") }
      guard case .current = try store.privacy.reportOwn(report, of: AssignedIncident.ID(id), by: visitor)
      else {
        return "late"
      }
      return report.rawValue
    }
  }

  /// `POST /me/{token}/requests`
  @Sendable func makeOwnRequest(_ request: Request) -> Response {
    ownForm(request) { form, visitor throws(StoreError) in
      guard let kind = PrivacyRequest.Kind(rawValue: form["kind"] ?? "") else {
        throw .invalid("“kind” must be export or erase")
      }
      try store.privacy.requestOwn(kind, by: visitor)
      return "asked"
    }
  }

  /// The scope of a person's own page: the link is their right, and they have no role.
  static func ownScope(_ visitor: OwnVisitor, _ request: Request) -> Scope {
    Scope(visitor.workspace.id, by: .ownPage(visitor.responder.id), role: nil, from: request.peer)
  }

  /// An answer for the holder of the link to a person's own page.
  private func owned(
    _ request: Request, _ made: (OwnVisitor) throws(StoreError) -> Response
  ) -> Response {
    ConnectWeb.unlinked(
      web.answer(request) { () throws(StoreError) -> Response in
        guard let visitor = try store.phones.openOwnLink(request.parameters["token"] ?? "") else {
          return web.connecting.strangersAnswer(request)
        }
        return try made(visitor)
      })
  }

  /// Carries out a form and redirects to the page. The link is the authority, and no cookie is sent; forms
  /// that the browser marks as from another site are refused all the same.
  private func ownForm(
    _ request: Request, _ act: (FormFields, OwnVisitor) throws(StoreError) -> String
  ) -> Response {
    owned(request) { visitor throws(StoreError) in
      guard !FormGuard.isCrossSite(request), let form = request.form() else {
        return web.message(.badRequest, request)
      }
      let path = PagePath.own(request.parameters["token"] ?? "")
      do throws(StoreError) {
        return .redirect(to: "\(path)?done=\(try act(form, visitor))")
      } catch {
        guard case .conflict = error else { throw error }
        return .redirect(to: "\(path)?done=mission")
      }
    }
  }
}
