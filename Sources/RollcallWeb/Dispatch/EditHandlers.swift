import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension IncidentWeb {
  /// `POST /w/{ws}/incidents/{id}/edit`: changes title, severity, place and notes.
  @Sendable func editIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      let typed = EditForm.Typed(form)
      let workspace = asked.visitor.workspace
      let before = EditForm.Typed(try store.dispatch.incident(id, in: workspace.id))
      let input = try place(typed.place, before.place, in: workspace, &problems)
      let checked = Result { () throws(NewIncident.Refusal) in
        try IncidentEdit(
          IncidentEdit.Form(
            title: typed.title, severity: typed.severity, notes: typed.notes, place: input?.place))
      }
      switch checked {
      case .failure(let refusal):
        problems += refusal.problems.map {
          $0.field == .place ? FieldProblem("where", $0.words + ".") : FieldProblem($0)
        }
      case .success(var edit):
        guard problems.isEmpty else { return }
        try web.incidents.complete(&edit, name: input?.name ?? "", in: workspace.id)
        try store.dispatch.edit(id, edit, edition: Int(typed.edition), in: asked.visitor.scope)
      }
    }
  }

  /// The place that a form chooses; `nil` = it stays.
  private func place(
    _ typed: TypedPlace, _ before: TypedPlace, in workspace: Workspace, _ problems: inout [FieldProblem]
  ) throws(StoreError) -> (place: NewIncident.PlaceInput, name: String)? {
    // Coordinates in the field are rounded: left as they are, they move nothing.
    let isChosen = typed.asked == typed.text && !typed.at.utf8.isEmpty
    guard typed.text != before.text || (isChosen && typed.at != before.at) else { return nil }
    switch try WhereFinder(web: web, workspace: workspace).place(of: typed) {
    case .position(let position, let name): return (.position(position), name)
    case .missing: return (.text(""), "")
    case .problem(let problem): problems.append(problem)
    case .choices: problems.append(FieldProblem("where", Words.Where.choose))
    }
    return nil
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
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let request = try Programs.read { () throws(WireError) in
        try EditIncidentRequest.decode(bytes: asked.request.body)
      }
      var edit = request.edit
      var name = ""
      if let place = request.place {
        let found = try position(place, asked.visitor.workspace)
        (edit.place, name) = (IncidentEdit.NewPlace(found.position), found.name)
      }
      try Programs.stored { () throws(StoreError) in
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
      notes: form["notes"] ?? "",
      place: TypedPlace(text: form["where"] ?? "", at: form["at"] ?? "", asked: form["asked"] ?? ""))
  }
}
