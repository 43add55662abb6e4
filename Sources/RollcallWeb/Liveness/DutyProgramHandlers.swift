import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// Duty: who is on it, and what decides that.
struct DutyWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.any(limit: Web.bodyLimit)
    let form = Route.BodyRule.form(limit: FleetWeb.settingsLimit)
    return [
      door.console(.get, "/w/{ws}/responders/{id}/duty", .setDuty, page),
      door.console(.post, "/w/{ws}/responders/{id}/duty", .setDuty, body: form, switchByForm),
      door.console(.get, "/w/{ws}/duty-rule", .manageResponders, ruleForm),
      door.console(.post, "/w/{ws}/duty-rule", .manageResponders, body: form, saveRule),
      door.console(
        .post, "/w/{ws}/responders/{id}/duty.json", .setDuty, body: json, switchByProgram),
      door.console(.get, "/w/{ws}/responders/{id}/duty-rule.json", .manageResponders, ruleForPrograms),
      door.console(
        .post, "/w/{ws}/responders/{id}/duty-rule.json", .manageResponders, body: json, setRuleByProgram),
    ]
  }

  /// `POST /w/{ws}/responders/{id}/duty.json`: the same state again changes nothing.
  @Sendable func switchByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let person = try named(asked)
      let change = try Programs.read { () throws(WireError) in
        try DutyRequest.decode(bytes: asked.request.body, now: store.machineTime)
      }
      try Programs.stored { () throws(StoreError) in
        try store.liveness.switchDuty(change.state, order: change.order, of: person, in: asked.visitor.scope)
      }
      return told(person, asked)
    }
  }

  /// `GET /w/{ws}/responders/{id}/duty-rule.json`
  @Sendable func ruleForPrograms(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let entry = try person(of: asked)
    var writer = JSONWriter()
    writer.dutyRule(try store.liveness.dutyRule(of: entry.id, in: asked.visitor.workspace.id))
    return .json(writer.bytes)
  }

  /// `POST /w/{ws}/responders/{id}/duty-rule.json`
  @Sendable func setRuleByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let person = try named(asked)
      let request = try Programs.read { () throws(WireError) in
        try DutyRuleRequest.decode(bytes: asked.request.body)
      }
      try Programs.stored { () throws(StoreError) in
        try store.liveness.setDutyRule(request.rule, of: [person], in: asked.visitor.scope)
      }
      var writer = JSONWriter()
      writer.dutyRule(request.rule)
      return .json(writer.bytes)
    }
  }

  /// The person in the path.
  private func named(_ asked: ConsoleRequest) throws(ProgramRefusal) -> Responder.ID {
    try Programs.requireJSON(asked.request)
    guard let id = asked.request.pathID,
      store.liveness.boardEntry(of: Responder.ID(id), in: asked.visitor.workspace.id) != nil
    else { throw .store(.notFound("responder")) }
    return Responder.ID(id)
  }

  /// Their duty afterwards.
  private func told(_ person: Responder.ID, _ asked: ConsoleRequest) -> Response {
    let entry = store.liveness.boardEntry(of: person, in: asked.visitor.workspace.id)
    var writer = JSONWriter()
    writer.object { root in
      root.member("id", person.rawValue)
      root.member("duty_state", entry?.live.duty.rawValue)
      root.member("order", entry?.order)
      root.member("status", entry?.live.status.rawValue)
    }
    return .json(writer.bytes)
  }
}
