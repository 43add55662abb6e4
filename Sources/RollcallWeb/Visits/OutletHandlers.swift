import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension VisitWeb {
  /// `GET /w/{ws}/settings/outlets`; with `edit=ID` the form contains that site.
  @Sendable func outletSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let asks = asked.request.query["edit"] else {
      return try outletsPage(asked, notice: web.fleet.savedNotice(asked))
    }
    let all = try store.visits.outlets(of: asked.visitor.workspace.id)
    guard let outlet = all.first(where: { "\($0.id.rawValue)" == asks }) else { throw .notFound("outlet") }
    return try outletsPage(asked, site: SiteForm(outlet), of: outlet)
  }

  /// The page with a site that could not be stored.
  func siteAgain(
    _ asked: ConsoleRequest, _ typed: SiteForm, of outlet: Outlet?, _ problems: [FieldProblem]
  ) throws(StoreError) -> Response {
    try outletsPage(asked, problems: problems, site: typed, of: outlet)
  }

  /// `GET /w/{ws}/settings/outlets.csv`: in columns that can be imported again.
  @Sendable func outletsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try web.exports.csv(
      "sites", Outlet.sheet, asked.visitor, filter: "all",
      try store.visits.outlets(of: asked.visitor.workspace.id))
  }

  /// `POST /w/{ws}/settings/outlets`: a file, or else a text.
  @Sendable func importOutlets(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedUpload(asked) else { return web.fleet.refuseForm(asked) }
    var typed = form.fields["outlets"] ?? ""
    if let file = form.files.first(where: { $0.field == "file" && !$0.bytes.isEmpty }) {
      guard let text = FleetWeb.text(of: file.bytes) else {
        return try outletsPage(asked, typed: typed, problems: [FieldProblem("file", Words.People.notText)])
      }
      typed = text
    }
    let outlets: [NewOutlet]
    do throws(CSVError) { outlets = try OutletList.read(Array(typed.utf8)) } catch {
      return try outletsPage(
        asked, typed: typed, problems: [FieldProblem("outlets", "Line \(error.line): \(error.reason).")])
    }
    _ = try store.visits.importOutlets(outlets, in: asked.visitor.scope)
    return web.fleet.saved(asked)
  }

  /// `POST /w/{ws}/settings/outlets/{id}/remove`
  @Sendable func removeOutlet(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    guard let id = asked.request.pathID else { throw .notFound("outlet") }
    let workspace = asked.visitor.workspace
    do throws(StoreError) {
      try store.visits.removeOutlet(Outlet.ID(id), in: asked.visitor.scope)
    } catch {
      guard case .conflict(let text) = error else { throw error }
      return try outletsPage(asked, problems: [FieldProblem("", text)])
    }
    return .redirect(to: "\(OutletsPage.path(workspace.slug))?saved=1")
  }

  private func outletsPage(
    _ asked: ConsoleRequest, typed: String = "", problems: [FieldProblem] = [], notice: ActionNotice? = nil,
    site: SiteForm = SiteForm(), of edited: Outlet? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let page = OutletsPage(
      shell: web.fleet.settingsShell("Sites", asked), slug: workspace.slug,
      outlets: try store.visits.outlets(of: workspace.id), typed: typed, problems: problems, notice: notice,
      site: site, of: edited)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}

extension Outlet {
  /// The file of sites: what a list that is imported may have.
  static let sheet = Table<Outlet> {
    Column("name", "What it is called.") { $0.name }
    Column("lat") { $0.position.latitude }
    Column("lng", "Where it is: degrees, WGS 84.") { $0.position.longitude }
    Column("external_id", "Its id in another system.") { $0.externalID }
    Column("radius_m", "How near a check-in must be.") { $0.radius }
  }
}
