import Crypto
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

// Drills by a control room's own system.
extension DrillWeb {
  /// `GET /w/{ws}/drills.json`: the newest drills, without their people.
  @Sendable func drillsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatch.dispatchDue()
    let found = try store.dispatch.drills(of: asked.visitor.workspace.id, limit: Self.drillsShown)
    var writer = JSONWriter(reserving: found.count * 400 + 32)
    writer.object { root in
      root.array("drills") { list in for summary in found { list.object { $0.drill(summary) } } }
    }
    return .json(writer.bytes)
  }

  /// `POST /w/{ws}/drills`: the console's form, or JSON from a control room's own system.
  @Sendable func postDrill(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    switch asked.request.mediaType {
    case "application/x-www-form-urlencoded": try sendDrill(asked)
    case "application/json":
      programmed(asked) { () throws(ProgramRefusal) in try sendDrillByProgram(asked) }
    default:
      Answer.make(.unsupportedMediaType, "The body must be application/json")
    }
  }

  private func sendDrillByProgram(_ asked: ConsoleRequest) throws(ProgramRefusal) -> Response {
    let key = try IncidentProgramWeb.idempotencyKey(asked.request)
    let request = try Programs.read { () throws(WireError) in
      try NewDrillRequest.decode(bytes: asked.request.body)
    }
    let sent: (id: Incident.ID, isNew: Bool)
    do throws(StoreError) {
      sent = try store.dispatch.sendOnce(
        request.drill, once: key, fingerprint: Array(SHA256.hash(data: request.canonical)),
        in: asked.visitor.scope)
    } catch {
      // A drill has no other look-ups.
      if case .invalid(let text) = error { throw .field("region", text) }
      throw .store(error)
    }
    return try toldDrill(sent.id, asked, sent.isNew ? .created : .ok)
  }

  /// `POST /w/{ws}/drills/{id}/end.json`: withdraws open offers; repeating it changes nothing.
  @Sendable func endDrillByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let visitor = asked.visitor
      guard let id = asked.request.pathID.map({ Incident.ID($0) }) else {
        throw .store(.notFound("drill"))
      }
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.endDrill(id, in: visitor.scope)
      }
      return try toldDrill(id, asked, .ok)
    }
  }

  /// The drill as `drills/{id}.json` has it, with its address.
  private func toldDrill(
    _ id: Incident.ID, _ asked: ConsoleRequest, _ status: HTTPResponse.Status
  ) throws(ProgramRefusal) -> Response {
    let file = try Programs.stored { () throws(StoreError) in
      try store.dispatch.drill(id, in: asked.visitor.workspace.id)
    }
    var writer = JSONWriter(reserving: file.results.count * 300 + 512)
    writer.object { $0.drill(file) }
    var response = Response.json(writer.bytes, status: status)
    if status == .created { response.headers[.location] = Self.drillPath(id, asked.visitor) }
    return response
  }
}
