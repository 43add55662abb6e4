import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension MapWeb {
  /// The regions of a workspace.
  var regionRoutes: [Route] {
    [
      web.door.console(.get, "/w/{ws}/settings/regions", .manageWorkspace, regionSettings),
      web.door.console(.get, "/w/{ws}/settings/regions.json", .manageWorkspace, regionsJSON),
      web.door.console(
        .post, "/w/{ws}/settings/regions", .manageWorkspace, lane: .slow,
        body: .upload(limit: RegionFile.largest + 16_384), importRegions),
      web.door.console(
        .post, "/w/{ws}/settings/regions/remove", .manageWorkspace, body: .form(limit: 8_192), removeRegion),
      web.door.console(
        .post, "/w/{ws}/settings/regions.json", .manageWorkspace, lane: .slow,
        body: .any(limit: RegionFile.largest), importRegionsByProgram),
      web.door.console(
        .post, "/w/{ws}/settings/regions/remove.json", .manageWorkspace, body: .any(limit: Web.bodyLimit),
        removeRegionByProgram),
    ]
  }

  /// `GET /w/{ws}/settings/regions`; with `edit=NAME` the form contains that region as text.
  @Sendable func regionSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let name = asked.request.query["edit"] else {
      return try regionsPage(asked, notice: web.fleet.savedNotice(asked))
    }
    let mapped = try store.fleet.mappedRegions(of: asked.visitor.workspace.id)
    guard let region = mapped.first(where: { $0.name == name }) else { throw .notFound("region \(name)") }
    let text = NamedRegion.collection([NamedRegion(name: region.name, shape: region.shape)])
    return try regionsPage(asked, typed: String(decoding: text, as: UTF8.self))
  }

  /// `GET /w/{ws}/settings/regions.json`: all that are drawn, as GeoJSON.
  @Sendable func regionsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let mapped = try store.fleet.mappedRegions(of: asked.visitor.workspace.id)
    return .json(NamedRegion.collection(mapped.map { NamedRegion(name: $0.name, shape: $0.shape) }))
  }

  /// `POST /w/{ws}/settings/regions`: a file, or else a text.
  @Sendable func importRegions(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedUpload(asked) else { return web.fleet.refuseForm(asked) }
    let (typed, name) = (form.fields["geojson"] ?? "", form.fields["name"] ?? "")
    let file = form.files.first { $0.field == "file" && !$0.bytes.isEmpty }.map { Array($0.bytes) }
    let regions: [NamedRegion]
    do throws(RegionFileError) {
      regions = try RegionFile.read(file ?? Array(typed.utf8), name: name.utf8.isEmpty ? nil : name)
    } catch {
      let field = file == nil ? "geojson" : "file"
      return try regionsPage(asked, typed: typed, name: name, problems: [FieldProblem(field, error.words)])
    }
    _ = try store.fleet.importRegions(
      regions.map { NewRegion(name: $0.name, geometry: $0.geometry) },
      in: asked.visitor.scope)
    return web.fleet.saved(asked)
  }

  /// `POST /w/{ws}/settings/regions/remove`
  @Sendable func removeRegion(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    do throws(StoreError) {
      try store.fleet.removeRegion(form["region"] ?? "", in: asked.visitor.scope)
    } catch {
      guard case .conflict(let text) = error else { throw error }
      return try regionsPage(asked, problems: [FieldProblem("", text)])
    }
    return .redirect(to: "\(RegionsPage.path(workspace.slug))?saved=1")
  }

  private func regionsPage(
    _ asked: ConsoleRequest, typed: String = "", name: String = "", problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let page = RegionsPage(
      shell: web.fleet.settingsShell("Regions", asked), slug: workspace.slug,
      regions: try store.fleet.regionFacts(of: workspace.id),
      files: web.mapAddresses(workspace.slug),
      typed: typed, name: name, problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
