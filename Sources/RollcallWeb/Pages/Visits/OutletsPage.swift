import Rollcall

/// An outlet in the settings.
struct OutletRow: PagePart {
  var name: String
  /// What the operator's own system calls it; may be empty.
  var code: String
  /// Its coordinates.
  var place: String
  var geo: String
  /// How near one must be.
  var radius: String
  /// Where the form that removes it leads.
  var remove: String

  init(_ outlet: Outlet, slug: String) {
    name = outlet.name
    code = outlet.externalID ?? ""
    place = Words.coordinates(outlet.position)
    geo = Words.geo(outlet.position)
    radius = Words.accuracy(outlet.radius)
    remove = "\(OutletsPage.path(slug))/\(outlet.id.rawValue)/remove"
  }
}

/// The places to be visited.
struct OutletsPage: Page {
  static let template = "Visits/OutletsPage"

  var shell: Shell
  var settings: String
  var path: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// The outlets, by name.
  var rows: [OutletRow]
  var hasRows: Bool
  /// The list as it was typed.
  var list: FormText

  static func path(_ slug: String) -> String { PagePath.settings(slug, "outlets") }

  init(
    shell: Shell, slug: String, outlets: [Outlet], typed: String = "", problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = Self.path(slug)
    self.notice = notice
    self.problems = ProblemList(problems)
    rows = outlets.map { OutletRow($0, slug: slug) }
    hasRows = !outlets.isEmpty
    list = FormText(
      "outlets", "Outlets as CSV", value: typed.utf8.isEmpty ? "name,lat,lng,external_id,radius_m\n" : typed,
      hint: "Outlets with a known external_id are changed, others are added. radius_m may be empty: 100.",
      problems: problems)
  }
}
