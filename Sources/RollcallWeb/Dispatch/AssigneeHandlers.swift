import HTTPServer
import Rollcall
import RollcallStore

extension IncidentWeb {
  /// `POST /w/{ws}/incidents/{id}/assignee`: replaces, keeps or releases the assignee, or writes down what they do.
  @Sendable func actOnAssignee(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, _) throws(StoreError) in
      guard let act = form["act"].flatMap(AssigneeAct.init), let person = Int64(form["responder"] ?? "")
      else {
        throw .notFound("assignee")
      }
      try store.dispatch.act(act, on: Responder.ID(person), of: id, in: asked.visitor.scope)
    }
  }

  /// `POST /w/{ws}/incidents/{id}/call`: writes down a telephone call.
  @Sendable func noteCall(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try act(asked) { (form, id, problems) throws(StoreError) in
      let called = try called(form, asked.visitor)
      let (person, result) = (Int64(called), form["result"].flatMap(IncidentCall.Result.init))
      let note = form["about"] ?? ""
      if person == nil {
        problems.append(
          FieldProblem(
            "called", called.utf8.isEmpty ? Words.Calls.noPerson : Words.Lists.notOnePerson(called)))
      }
      if result == nil { problems.append(FieldProblem("result", Words.Calls.noResult)) }
      if note.utf8.count > 500 { problems.append(FieldProblem("about", Words.Calls.noteTooLong)) }
      guard problems.isEmpty, let person, let result else { return }
      // It takes the incident from an assignee.
      let isTheirs =
        try store.dispatch.incident(id, in: asked.visitor.workspace.id).assigned(to: Responder.ID(person))
        != nil
      guard result != .declines || !isTheirs || form["sure"] != nil else {
        return problems.append(FieldProblem("sure", Words.Calls.sureNeeded))
      }
      let call = IncidentCall(Responder.ID(person), result, note: note)
      try store.dispatch.note(call, about: id, in: asked.visitor.scope)
    }
  }
}

extension IncidentWeb {
  /// Who was called, as a form says: their id, or the typed text when it means no one or several.
  func called(_ form: FormFields, _ visitor: Visitor) throws(StoreError) -> String {
    try form.person(
      "called",
      among: { () throws(StoreError) in
        try store.fleet.roster(of: visitor.workspace.id).map(\.responder)
      })
  }
}

extension CallForm.Typed {
  init(_ form: FormFields, called: String) {
    self.init(person: called, result: form["result"] ?? "", note: form["about"] ?? "")
  }
}
