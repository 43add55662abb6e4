import Crypto
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension IncidentProgramWeb {
  /// `POST /w/{ws}/incidents`: the console's form, or JSON from a control room's own system.
  @Sendable func postIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    switch asked.request.mediaType {
    case "application/x-www-form-urlencoded": try web.incidents.openIncident(asked)
    case "application/json":
      programmed(asked) { () throws(ProgramRefusal) in try openByProgram(asked) }
    default:
      Answer.make(.unsupportedMediaType, "The body must be application/json")
    }
  }

  private func openByProgram(_ asked: ConsoleRequest) throws(ProgramRefusal) -> Response {
    let workspace = asked.visitor.workspace
    let key = try Self.idempotencyKey(asked.request)
    let request = try Programs.read { () throws(WireError) in
      try NewIncidentRequest.decode(bytes: asked.request.body)
    }
    let fingerprint = Array(SHA256.hash(data: request.canonical))
    // Before anything is looked up: a place or a person named in the first request may be gone.
    let known = try Programs.stored { () throws(StoreError) in
      try store.dispatch.incident(openedBy: key, fingerprint: fingerprint, in: workspace.id)
    }
    if let known { return try told(known, asked, .ok) }
    let opened = try open(request, IncidentKey(key: key, fingerprint: fingerprint), asked)
    return try told(opened.id, asked, opened.isNew ? .created : .ok)
  }

  private func open(
    _ request: NewIncidentRequest, _ key: IncidentKey, _ asked: ConsoleRequest
  ) throws(ProgramRefusal) -> (id: Incident.ID, isNew: Bool) {
    let workspace = asked.visitor.workspace
    let place = try position(request.place, workspace)
    for pick in request.asking.picks where store.liveness.boardEntry(of: pick, in: workspace.id) == nil {
      throw .field("asking.picks", "There is no responder \(pick.rawValue)")
    }
    let sent = request.incident(at: place.position)
    let regions = try Programs.stored { () throws(StoreError) in try store.dispatch.regions(of: workspace.id)
    }
    if let region = sent.region, !regions.contains(region) {
      throw .field("region", "There is no region \(region)\(NearestWord.hint(region, among: regions))")
    }
    return try Programs.stored { () throws(StoreError) in
      let details = try web.incidents.withRegionByMap(sent, in: workspace.id)
      let standard = try store.dispatch.dispatchSettings(of: workspace.id).answerTime(details.severity)
      let opening = IncidentOpening(
        details, place: place.name, once: key.key, fingerprint: key.fingerprint,
        asking: request.asking.asking(orElse: standard))
      return try store.dispatch.openOnce(opening, in: asked.visitor.scope)
    }
  }

  func position(
    _ place: NewIncidentRequest.Place, _ workspace: Workspace
  ) throws(ProgramRefusal) -> (position: Position, name: String) {
    switch place {
    case .position(let position): return (position, "")
    case .outlet(let id):
      let outlets = try Programs.stored { () throws(StoreError) in try store.visits.outlets(of: workspace.id)
      }
      guard let outlet = outlets.first(where: { $0.id.rawValue == id }) else {
        throw .field("outlet", "There is no outlet \(id)")
      }
      return (outlet.position, outlet.name)
    case .responder(let id):
      guard let position = web.incidents.located(workspace).first(where: { $0.id == id })?.position else {
        throw .field("responder", "Nobody on duty with a known position has the id \(id.rawValue)")
      }
      return (position, "")
    }
  }

  /// The key of a request, without the quotes that the draft standard wants around it.
  static func idempotencyKey(_ request: Request) throws(ProgramRefusal) -> String {
    guard let sent = request.headers[UploadWeb.plainKeyField] ?? request.headers[UploadWeb.keyField] else {
      throw .answer(Answer.make(.idempotencyKeyRequired, "Idempotency-Key is required"))
    }
    let key = UploadWeb.unquoted(Array(sent.utf8))
    guard (1...64).contains(key.count), key.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .answer(
        Answer.make(.idempotencyKeyInvalid, "Idempotency-Key must be 1 to 64 visible ASCII characters"))
    }
    return String(decoding: key, as: UTF8.self)
  }
}

/// Identifies a repeated request.
private struct IncidentKey {
  let key: String
  let fingerprint: [UInt8]
}

extension IncidentProgramWeb {
  /// The incident as `incidents/{id}.json` has it, with its address.
  func told(
    _ id: Incident.ID, _ asked: ConsoleRequest, _ status: HTTPResponse.Status
  ) throws(ProgramRefusal) -> Response {
    let workspace = asked.visitor.workspace
    let file = try Programs.stored { () throws(StoreError) in
      try store.dispatch.incident(id, in: workspace.id)
    }
    var writer = JSONWriter()
    writer.incident(file, web.incidents.helperPeople(file, asked.visitor))
    var response = Response.json(writer.bytes, status: status)
    if status == .created {
      response.headers[.location] = "\(Shell.Section.incidents.path(workspace.slug))/\(id.rawValue)"
    }
    return response
  }
}
