import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension Web {
  /// `GET /w/{ws}/settings/outlets`
  @Sendable func outletSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try outletsPage(asked, notice: savedNotice(asked))
  }

  /// `POST /w/{ws}/settings/outlets`: a list as CSV.
  @Sendable func importOutlets(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = trustedForm(asked) else { return refuseForm(asked) }
    let typed = form["outlets"] ?? ""
    let outlets: [NewOutlet]
    do throws(CSVError) { outlets = try OutletList.read(Array(typed.utf8)) } catch {
      return try outletsPage(
        asked, typed: typed, problems: [FieldProblem("outlets", "Line \(error.line): \(error.reason).")])
    }
    _ = try store.importOutlets(outlets, in: asked.visitor.scope)
    return saved(asked)
  }

  /// `POST /w/{ws}/settings/outlets/{id}/remove`
  @Sendable func removeOutlet(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard trustedForm(asked) != nil else { return refuseForm(asked) }
    guard let id = Self.pathID(asked.request) else { throw .notFound("outlet") }
    let workspace = asked.visitor.workspace
    do throws(StoreError) {
      try store.removeOutlet(Outlet.ID(id), in: asked.visitor.scope)
    } catch {
      guard case .conflict(let text) = error else { throw error }
      return try outletsPage(asked, problems: [FieldProblem("", text)])
    }
    return .redirect(to: "\(OutletsPage.path(workspace.slug))?saved=1")
  }

  private func outletsPage(
    _ asked: ConsoleRequest, typed: String = "", problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let page = OutletsPage(
      shell: settingsShell("Outlets", asked), slug: workspace.slug,
      outlets: try store.outlets(of: workspace.id), typed: typed, problems: problems, notice: notice)
    return html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
