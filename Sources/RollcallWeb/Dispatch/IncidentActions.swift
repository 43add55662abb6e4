import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Web {
  /// `POST /w/{ws}/incidents/{id}/offers`
  @Sendable func offerIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      guard let asking = asking(form, &problems) else { return }
      try store.ask(asking, for: id, by: asked.visitor.actor, in: asked.visitor.workspace.id)
    }
  }

  /// `POST /w/{ws}/incidents/{id}/withdraw`
  @Sendable func withdrawOffer(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, _) throws(StoreError) in
      guard let offer = Int64(form["offer"] ?? "") else { throw .notFound("offer") }
      try store.withdraw(
        Offer.ID(offer), of: id, by: asked.visitor.actor, in: asked.visitor.workspace.id)
    }
  }

  /// `POST /w/{ws}/incidents/{id}/resolve`
  @Sendable func resolveIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try close(asked, as: .resolved)
  }

  /// `POST /w/{ws}/incidents/{id}/cancel`
  @Sendable func cancelIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try close(asked, as: .cancelled)
  }

  /// `POST /w/{ws}/incidents/{id}/notes`
  @Sendable func noteIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      let text = form["note"] ?? ""
      guard (1...2_000).contains(text.utf8.count) else {
        problems.append(FieldProblem("note", "A note is 1 to 2,000 bytes."))
        return
      }
      try store.note(text, on: id, by: asked.visitor.actor, in: asked.visitor.workspace.id)
    }
  }

  private func close(_ asked: ConsoleRequest, as state: Incident.State) throws(StoreError) -> Response {
    try act(asked) { (_, id, _) throws(StoreError) in
      try store.close(id, as: state, by: asked.visitor.actor, in: asked.visitor.workspace.id)
    }
  }

  /// Carries out what a form of an incident's page asks for, and leads back to the page; what was refused is said
  /// there, and what was typed is kept.
  private func act(
    _ asked: ConsoleRequest,
    _ action: (FormFields, Incident.ID, inout [FieldProblem]) throws(StoreError) -> Void
  ) throws(StoreError) -> Response {
    guard let form = trustedForm(asked) else { return refuseForm(asked) }
    let file = try incidentFile(asked)
    let id = file.summary.incident.id
    var problems: [FieldProblem] = []
    do throws(StoreError) {
      try action(form, id, &problems)
      guard !problems.isEmpty else {
        let path = Shell.Section.incidents.path(asked.visitor.workspace.slug)
        return .redirect(to: "\(path)/\(id.rawValue)")
      }
      let notice = problems.first.map { ActionNotice(.warning, $0.text, detail: "Nothing was done.") }
      return try shown(asked, form, notice, problems, .badRequest)
    } catch {
      guard let notice = ActionNotice(refused: error) else { throw error }
      return try shown(asked, form, notice, [], .conflict)
    }
  }

  private func shown(
    _ asked: ConsoleRequest, _ form: FormFields, _ notice: ActionNotice?, _ problems: [FieldProblem],
    _ status: HTTPResponse.Status
  ) throws(StoreError) -> Response {
    let page = try incidentPage(
      try incidentFile(asked), asked, notice: notice, note: form["note"] ?? "",
      within: form["within"] ?? CandidateList.defaultWithin, problems: problems)
    return html(pages.render(page), status: status)
  }
}
