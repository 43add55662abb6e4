import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

// Templates of incidents by programs.
extension TemplateWeb {
  /// `GET /w/{ws}/settings/templates.json`
  @Sendable func templatesJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let all = try store.dispatch.templates(of: asked.visitor.workspace.id)
    var writer = JSONWriter(reserving: all.count * 300 + 32)
    writer.object { root in
      root.array("templates") { list in for template in all { list.object { $0.template(template) } } }
    }
    return .json(writer.bytes)
  }

  /// `POST /w/{ws}/settings/templates.json`: adds one.
  @Sendable func addTemplateByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    save(asked, as: nil, .created)
  }

  /// `POST /w/{ws}/settings/templates/{id}.json`: changes one.
  @Sendable func changeTemplateByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let id = asked.request.pathID else { throw .notFound("template") }
    return save(asked, as: IncidentTemplate.ID(id), .ok)
  }

  /// `POST /w/{ws}/settings/templates/{id}/remove.json`
  @Sendable func removeTemplateByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let id = asked.request.pathID else { throw .notFound("template") }
    return programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      try Programs.stored { () throws(StoreError) in
        try store.dispatch.removeTemplate(IncidentTemplate.ID(id), in: asked.visitor.scope)
      }
      return Response(.noContent)
    }
  }

  private func save(
    _ asked: ConsoleRequest, as id: IncidentTemplate.ID?, _ status: HTTPResponse.Status
  ) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let known = try Programs.stored { () throws(StoreError) in
        try store.dispatch.templates(of: asked.visitor.workspace.id).map(\.id)
      }
      // Before the body is read: what belongs to another workspace does not exist here.
      if let id, !known.contains(id) { throw .store(.notFound("template \(id.rawValue)")) }
      let draft = try Programs.read { () throws(WireError) in
        try TemplateRequest.decode(bytes: asked.request.body)
      }
      let saved = try Programs.stored { () throws(StoreError) in
        try store.dispatch.save(draft, as: id, in: asked.visitor.scope)
      }
      var writer = JSONWriter()
      writer.object { $0.template(IncidentTemplate(id: saved, draft: draft)) }
      return .json(writer.bytes, status: status)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func template(_ template: IncidentTemplate) {
    let draft = template.draft
    member("id", template.id.rawValue)
    member("name", draft.name)
    member("title", draft.title)
    member("severity", draft.severity.rawValue)
    needs(draft.needs)
    member("notes", draft.notes)
  }
}
