import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension IncidentWeb {
  /// `POST /w/{ws}/incidents/{id}/edit`: changes title, severity, place and notes.
  @Sendable func editIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      let typed = EditForm.Typed(form)
      let workspace = asked.visitor.workspace.id
      let before = try store.dispatch.incident(id, in: workspace).summary.incident.details
      let input = try place(typed, before, in: workspace, &problems)
      let checked = Result { () throws(NewIncident.Refusal) in
        try IncidentEdit(
          IncidentEdit.Form(
            title: typed.title, severity: typed.severity, notes: typed.notes, place: input?.place))
      }
      switch checked {
      case .failure(let refusal): problems += refusal.problems.map { FieldProblem($0) }
      case .success(var edit):
        guard problems.isEmpty else { return }
        try web.incidents.complete(&edit, name: input?.name ?? "", in: workspace)
        try store.dispatch.edit(id, edit, edition: Int(typed.edition), in: asked.visitor.scope)
      }
    }
  }

  /// The place that a form chooses; `nil` = it stays.
  private func place(
    _ typed: EditForm.Typed, _ before: NewIncident, in workspace: Workspace.ID,
    _ problems: inout [FieldProblem]
  ) throws(StoreError) -> (place: NewIncident.PlaceInput, name: String)? {
    guard typed.outlet.utf8.isEmpty else {
      let outlet = try store.visits.outlets(of: workspace).first { String($0.id.rawValue) == typed.outlet }
      if outlet == nil { problems.append(FieldProblem("outlet", Words.NewIncident.noOutlet)) }
      return outlet.map { (.position($0.position), $0.name) }
    }
    // What the form was filled with is rounded: left as it is, it moves nothing.
    return typed.place == Words.coordinates(before.position) ? nil : (.text(typed.place), "")
  }

  /// Adds to a new place its name, and the region around it.
  func complete(
    _ edit: inout IncidentEdit, name: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    guard let position = edit.place?.position else { return }
    edit.place?.name = name
    edit.place?.region = try store.fleet.region(at: position, in: workspace)
  }
}

extension IncidentProgramWeb {
  /// `POST /w/{ws}/incidents/{id}/edit.json`
  @Sendable func editByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(IncidentRefusal) in
      let request = try Self.read { () throws(WireError) in
        try EditIncidentRequest.decode(bytes: asked.request.body)
      }
      var edit = request.edit
      var name = ""
      if let place = request.place {
        let found = try position(place, asked.visitor.workspace)
        (edit.place, name) = (IncidentEdit.NewPlace(found.position), found.name)
      }
      try Self.stored { () throws(StoreError) in
        try web.incidents.complete(&edit, name: name, in: asked.visitor.workspace.id)
        try store.dispatch.edit(id, edit, in: scope)
      }
    }
  }
}

extension EditForm.Typed {
  init(_ form: FormFields) {
    self.init(
      edition: form["edition"] ?? "", title: form["title"] ?? "", severity: form["severity"] ?? "",
      place: form["place"] ?? "", notes: form["notes"] ?? "", outlet: form["outlet"] ?? "")
  }
}
