import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// Visits planned and removed by programs.
struct VisitProgramWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      door.console(.post, "/w/{ws}/visits.json", .manageIncidents, body: json, plan),
      door.console(.post, "/w/{ws}/visits/{id}/remove.json", .manageIncidents, body: json, remove),
    ]
  }

  /// `POST /w/{ws}/visits.json`
  @Sendable func plan(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let request = try Programs.read { () throws(WireError) in
        try VisitRequest.decode(bytes: asked.request.body)
      }
      let workspace = asked.visitor.workspace.id
      let outlets = try Programs.stored { () throws(StoreError) in try store.visits.outlets(of: workspace) }
      guard outlets.contains(where: { $0.id == request.outlet }) else {
        throw .field("outlet_id", "There is no outlet \(request.outlet.rawValue)")
      }
      let new = NewVisit(responder: request.responder, outlet: request.outlet, window: request.window)
      let ids: [Visit.ID]
      do throws(StoreError) { ids = try store.visits.planVisits([new], in: asked.visitor.scope) } catch {
        switch error {
        case .notFound: throw .field("responder_id", "There is no responder \(request.responder.rawValue)")
        case .invalid(let text): throw .field("from", text)
        default: throw .store(error)
        }
      }
      return try told(ids[0], asked, status: .created)
    }
  }

  /// `POST /w/{ws}/visits/{id}/remove.json`
  @Sendable func remove(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      guard let id = asked.request.pathID.map({ Visit.ID($0) }) else { throw .store(.notFound("visit")) }
      let answer = try told(id, asked)
      try Programs.stored { () throws(StoreError) in
        try store.visits.removeVisit(id, in: asked.visitor.scope)
      }
      return answer
    }
  }

  /// The visit as `visits.json` has it, without the way to it.
  private func told(
    _ id: Visit.ID, _ asked: ConsoleRequest, status: HTTPResponse.Status = .ok
  ) throws(ProgramRefusal) -> Response {
    let visit = try Programs.stored { () throws(StoreError) in
      try store.visits.visit(id, in: asked.visitor.workspace.id)
    }
    var writer = JSONWriter()
    writer.dayVisit(visit, by: nil, at: store.clock())
    return .json(writer.bytes, status: status)
  }
}
