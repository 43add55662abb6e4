import Rollcall

/// An outlet in the settings.
struct OutletRow: PagePart {
  /// Its name, and its code in the operator's own system, which may be empty.
  var name, code: String
  var place, geo: String
  var radius: String
  var edit, remove: String

  init(_ outlet: Outlet, slug: String) {
    (name, code) = (outlet.name, outlet.externalID ?? "")
    (place, geo) = (Words.coordinates(outlet.position), Words.geo(outlet.position))
    radius = Words.accuracy(outlet.radius)
    edit = "\(OutletsPage.path(slug))?edit=\(outlet.id.rawValue)#site"
    remove = "\(OutletsPage.path(slug))/\(outlet.id.rawValue)/remove"
  }
}

/// The places to be visited.
struct OutletsPage: Page {
  static let template = "Visits/OutletsPage"

  var shell: Shell
  var settings, path, csv: String
  var notice: ActionNotice?
  var problems: ProblemList?
  var rows: [OutletRow]
  var hasRows: Bool
  var list: FormText
  var fileProblem: String
  var site: SitePart

  static func path(_ slug: String) -> String { PagePath.settings(slug, "outlets") }

  init(
    shell: Shell, slug: String, outlets: [Outlet], typed: String = "", problems: [FieldProblem] = [],
    notice: ActionNotice? = nil, site: SiteForm = SiteForm(), of edited: Outlet? = nil
  ) {
    (self.shell, settings, path) = (shell, Shell.Section.settings.path(slug), Self.path(slug))
    (csv, fileProblem) = ("\(path).csv", problems.of("file"))
    (self.notice, self.problems) = (notice, ProblemList(problems))
    (rows, hasRows) = (outlets.map { OutletRow($0, slug: slug) }, !outlets.isEmpty)
    self.site = SitePart(site, of: edited, slug: slug, problems: problems)
    list = FormText(
      "outlets", Words.Visits.outletsCsv,
      value: typed.utf8.isEmpty ? "name,lat,lng,external_id,radius_m\n" : typed,
      hint: Words.Visits.outletsHint, problems: problems)
  }
}
