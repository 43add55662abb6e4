import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

// The actions of a control room's own system on an open incident: each answers with the incident afterwards.
extension IncidentProgramWeb {
  /// `POST /w/{ws}/incidents/{id}/resolve.json`
  @Sendable func resolveByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.close(id, as: .resolved, in: scope)
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/cancel.json`
  @Sendable func cancelByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.close(id, as: .cancelled, in: scope)
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/reopen.json`
  @Sendable func reopenByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.reopen(id, in: scope)
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/needs.json`: changes which people are needed.
  @Sendable func needsByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let needs = try Programs.read { () throws(WireError) in
        try NeedsRequest.decode(bytes: asked.request.body)
      }
      try Programs.stored { () throws(StoreError) in try store.dispatch.change(needs, of: id, in: scope) }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/notes.json`
  @Sendable func noteByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let note = try Programs.read { () throws(WireError) in try NoteRequest.decode(bytes: asked.request.body)
      }
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.note(note, on: id, in: scope)
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/withdraw.json`: withdraws an offer; repeating it changes nothing.
  @Sendable func withdrawByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let offer = try Programs.read { () throws(WireError) in
        try WithdrawRequest.decode(bytes: asked.request.body)
      }
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.withdraw(offer, of: id, in: scope)
      } orMissing: {
        .field("offer_id", "The incident has no offer \(offer.rawValue)")
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/offers.json`
  @Sendable func offerByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let request = try Programs.read { () throws(WireError) in
        try AskingRequest.decode(bytes: asked.request.body)
      }
      let asking = try asking(request, for: id, asked)
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.ask(asking, for: id, in: scope)
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/reassign.json`
  @Sendable func reassignByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let request = try Programs.read { () throws(WireError) in
        try ReassignRequest.decode(bytes: asked.request.body)
      }
      let asking = try asking(request.asking, for: id, asked)
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.reassign(
          id, to: asking, because: request.reason, in: scope)
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/replace.json`: asks others in place of an assignee; `undo` ends that.
  @Sendable func replaceByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    assigneeAct(asked) { $0.isUndone ? .keep : .replace }
  }

  /// `POST /w/{ws}/incidents/{id}/release.json`
  @Sendable func releaseByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    assigneeAct(asked) { _ in .release }
  }

  /// `POST /w/{ws}/incidents/{id}/on-the-way.json`
  @Sendable func onTheWayByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    assigneeAct(asked) { _ in .onTheWay }
  }

  /// `POST /w/{ws}/incidents/{id}/arrived.json`
  @Sendable func arrivedByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    assigneeAct(asked) { _ in .arrived }
  }

  /// `POST /w/{ws}/incidents/{id}/done.json`
  @Sendable func doneByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    assigneeAct(asked) { _ in .done }
  }

  private func assigneeAct(
    _ asked: ConsoleRequest, _ kind: (AssigneeRequest) -> AssigneeAct
  ) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let request = try Programs.read { () throws(WireError) in
        try AssigneeRequest.decode(bytes: asked.request.body)
      }
      let act = kind(request)
      try requirePerson(request.responder, asked)
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.act(act, on: request.responder, of: id, because: request.reason, in: scope)
      }
    }
  }

  /// `POST /w/{ws}/incidents/{id}/calls`: writes down a call to a person, and what they said.
  @Sendable func callByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    act(asked) { (id, scope) throws(ProgramRefusal) in
      let request = try Programs.read { () throws(WireError) in
        try CallRequest.decode(bytes: asked.request.body)
      }
      guard let result = IncidentCall.Result(rawValue: request.result) else {
        let words = IncidentCall.Result.allCases.map(\.rawValue).joined(separator: ", ")
        throw .field("result", "result must be one of \(words)")
      }
      try requirePerson(request.responder, asked)
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.note(
          IncidentCall(request.responder, result, note: request.note), about: id, in: scope)
      }
    }
  }

  private func requirePerson(_ id: Responder.ID, _ asked: ConsoleRequest) throws(ProgramRefusal) {
    guard store.liveness.boardEntry(of: id, in: asked.visitor.workspace.id) != nil else {
      throw .field("responder_id", "There is no responder \(id.rawValue)")
    }
  }

  /// Applies `action` to the incident in the path, if it belongs to the workspace.
  func act(
    _ asked: ConsoleRequest, _ action: (Incident.ID, Scope) throws(ProgramRefusal) -> Void
  ) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let file = try Programs.stored { () throws(StoreError) in try web.incidents.incidentFile(asked) }
      let id = file.summary.incident.id
      try action(id, asked.visitor.scope)
      return try told(id, asked, .ok)
    }
  }

  /// The people to ask, with the workspace's time where the request names none.
  private func asking(
    _ request: AskingRequest, for id: Incident.ID, _ asked: ConsoleRequest
  ) throws(ProgramRefusal) -> Asking {
    let workspace = asked.visitor.workspace.id
    for pick in request.picks where store.liveness.boardEntry(of: pick, in: workspace) == nil {
      throw .field("picks", "There is no responder \(pick.rawValue)")
    }
    guard request.mode != .nobody else {
      throw .field("mode", "mode must be one of automatic, parallel")
    }
    let standard = try Programs.stored { () throws(StoreError) in
      let severity = try store.dispatch.incident(id, in: workspace).summary.incident.details.severity
      return try store.dispatch.dispatchSettings(of: workspace).answerTime(severity)
    }
    return request.asking(orElse: standard)
  }
}
