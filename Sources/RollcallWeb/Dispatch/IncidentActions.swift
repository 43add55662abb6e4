import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension IncidentWeb {
  /// `POST /w/{ws}/incidents/{id}/offers`
  @Sendable func offerIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      guard let asking = try asking(form, for: id, asked, &problems) else { return }
      try store.dispatch.ask(asking, for: id, in: asked.visitor.scope)
    }
  }

  /// `POST /w/{ws}/incidents/{id}/reassign`: takes it from its assignee and asks others, or changes nothing.
  @Sendable func reassignIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      let reason = form["reason"] ?? ""
      if reason.utf8.count > 500 { problems.append(FieldProblem("reason", Words.Asking.reasonTooLong)) }
      guard let asking = try asking(form, for: id, asked, &problems) else { return }
      let from = form["from"].flatMap { Int64($0) }.map { Offer.ID($0) }
      guard from != nil || form["from"] == AskPart.byVoice else {
        throw .conflict("Who has the incident has changed meanwhile")
      }
      try store.dispatch.reassign(
        id, from: from, to: asking, because: reason,
        in: asked.visitor.scope)
    }
  }

  /// The people that a form asks for an open incident, with the workspace's time where none is typed.
  private func asking(
    _ form: FormFields, for id: Incident.ID, _ asked: ConsoleRequest, _ problems: inout [FieldProblem]
  ) throws(StoreError) -> Asking? {
    let workspace = asked.visitor.workspace.id
    let severity = try store.dispatch.incident(id, in: workspace).summary.incident.details.severity
    let standard = try store.dispatch.dispatchSettings(of: workspace).answerTime(severity)
    guard let asking = Asking(form, answerWithin: standard, orElse: nil, &problems), problems.isEmpty else {
      return nil
    }
    guard asking.mode != .nobody else {
      problems.append(FieldProblem("", Words.Asking.choose))
      return nil
    }
    return asking
  }

  /// `POST /w/{ws}/incidents/{id}/reopen`
  @Sendable func reopenIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (_, id, _) throws(StoreError) in
      try store.dispatch.reopen(id, in: asked.visitor.scope)
    }
  }

  /// `POST /w/{ws}/incidents/{id}/withdraw`
  @Sendable func withdrawOffer(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, _) throws(StoreError) in
      guard let offer = Int64(form["offer"] ?? "") else { throw .notFound("offer") }
      try store.dispatch.withdraw(
        Offer.ID(offer), of: id, in: asked.visitor.scope)
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

  /// `POST /w/{ws}/incidents/{id}/needs`
  @Sendable func changeNeeds(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      let needs = Result { () throws(NeedsProblem) in try NeedsInput(form.pairs).needs }
      switch needs {
      case .success(let needs): try store.dispatch.change(needs, of: id, in: asked.visitor.scope)
      case .failure(let problem): problems.append(FieldProblem("needs", problem.words + "."))
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/notes`
  @Sendable func noteIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      let text = form["note"] ?? ""
      guard (1...2_000).contains(text.utf8.count) else {
        problems.append(FieldProblem("note", Words.Incidents.noteLength))
        return
      }
      try store.dispatch.note(text, on: id, in: asked.visitor.scope)
    }
  }

  private func close(_ asked: ConsoleRequest, as state: Incident.State) throws(StoreError) -> Response {
    try act(asked) { (_, id, _) throws(StoreError) in
      try store.dispatch.close(id, as: state, in: asked.visitor.scope)
    }
  }

  /// Carries out a form of an incident's page, and redirects to the page; a refusal is shown there with the
  /// typed text kept.
  func act(
    _ asked: ConsoleRequest,
    _ action: (FormFields, Incident.ID, inout [FieldProblem]) throws(StoreError) -> Void
  ) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let file = try incidentFile(asked)
    let id = file.summary.incident.id
    // Only a new ranking is requested.
    guard form["do"] != "rank" else { return try shown(asked, form, nil, [], .ok) }
    var problems: [FieldProblem] = []
    do throws(StoreError) {
      try action(form, id, &problems)
      guard !problems.isEmpty else {
        let path = Shell.Section.incidents.path(asked.visitor.workspace.slug)
        return .redirect(to: "\(path)/\(id.rawValue)")
      }
      let notice = problems.first.map { ActionNotice(.warning, $0.text, detail: Words.Incidents.nothingDone) }
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
    let file = try incidentFile(asked)
    var edit = form["edition"] == nil ? nil : EditForm.Typed(form)
    if let typed = edit?.place, problems.of("where") == Words.Where.choose {
      edit?.choices = try WhereFinder(web: web, workspace: asked.visitor.workspace).find(typed.text).hits
    }
    // Sent again, it changes what is shown now.
    if status == .conflict { edit?.edition = String(file.edition) }
    let page = try incidentPage(
      file, asked, notice: notice, note: form["note"] ?? "",
      draft: AskPart.Draft(form), call: CallForm.Typed(form, called: try called(form, asked.visitor)),
      needs: form[NeedsInput.people(0)] == nil ? nil : NeedsInput(form.pairs),
      edit: edit, problems: problems)
    return web.html(pages.render(page), status: status)
  }
}
