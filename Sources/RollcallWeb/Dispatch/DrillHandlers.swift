import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension DrillWeb {
  /// How many drills the list shows.
  static let drillsShown = 100

  /// `GET /w/{ws}/drills`
  @Sendable func drills(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    try store.dispatch.dispatchDue()
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let found = try store.dispatch.drills(of: workspace.id, limit: Self.drillsShown)
    return web.html(
      pages.render(
        DrillsPage(
          found, limit: Self.drillsShown, shell: web.shell(.incidents, asked.visitor, title: "Drills"),
          slug: workspace.slug, clock: clock)))
  }

  /// `GET /w/{ws}/drills/{id}`; with `fragment=1` the part that an open page polls.
  @Sendable func drill(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let visitor = asked.visitor
    try store.dispatch.dispatchDue()
    let file = try drillFile(asked)
    let clock = Zone.pageClock(visitor.workspace.timeZone, now: store.clock())
    let version = "\(Self.version(of: file)).\(visitor.csrf ?? "")"
    return try web.live.polled(version: version, asked.request) { () throws(StoreError) in
      DrillPage(
        file, shell: web.shell(.incidents, visitor, title: Words.drill(file.summary.drill.id)),
        slug: visitor.workspace.slug, person: { personPath($0, visitor) }, clock: clock)
    }
  }

  /// `POST /w/{ws}/drills/{id}/end`
  @Sendable func endDrill(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let visitor = asked.visitor
    guard let id = asked.request.pathID.map({ Incident.ID($0) }) else { throw .notFound("drill") }
    try store.dispatch.endDrill(id, in: visitor.scope)
    return .redirect(to: Self.drillPath(id, visitor))
  }

  /// The drill of the path.
  func drillFile(_ asked: ConsoleRequest) throws(StoreError) -> DrillFile {
    guard let id = asked.request.pathID else { throw .notFound("drill") }
    return try store.dispatch.drill(Incident.ID(id), in: asked.visitor.workspace.id)
  }

  /// The page of a person; empty when the reader may not open it.
  func personPath(_ id: Responder.ID, _ visitor: Visitor) -> String {
    visitor.role.allows(.viewHistory) ? PagePath.person(visitor.workspace.slug, id) : ""
  }

  /// The page of a drill.
  static func drillPath(_ id: Incident.ID, _ visitor: Visitor) -> String {
    "\(Shell.Section.drills(visitor.workspace.slug))/\(id.rawValue)"
  }

  /// The page of a drill; empty when the reader may not open it.
  static func path(ofDrill id: Incident.ID, _ visitor: Visitor) -> String {
    visitor.role.allows(.manageIncidents) ? drillPath(id, visitor) : ""
  }

  /// The version of the page, independent of passing time: each step of an offer makes one of these numbers
  /// greater.
  private static func version(of file: DrillFile) -> String {
    var steps = [0, 0, 0, 0]
    for offer in file.results.compactMap(\.offer) {
      if offer.sentAt != nil { steps[0] += 1 }
      if offer.deliveredAt != nil { steps[1] += 1 }
      if offer.seenAt != nil { steps[2] += 1 }
      if offer.endedAt != nil { steps[3] += 1 }
    }
    return "\(file.summary.drill.id.rawValue)." + steps.map(String.init).joined(separator: ".")
  }
}
