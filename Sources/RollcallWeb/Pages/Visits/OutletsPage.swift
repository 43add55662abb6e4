import Rollcall

/// An outlet in the settings.
public struct OutletRow: PagePart {
  /// Its name.
  public var name: String
  /// What the operator's own system calls it; may be empty.
  public var code: String
  /// Its coordinates.
  public var place: String
  /// The same as a link.
  public var geo: String
  /// How near one must be.
  public var radius: String
  /// Where the form that removes it leads.
  public var remove: String

  init(_ outlet: Outlet, slug: String) {
    name = outlet.name
    code = outlet.externalID ?? ""
    place = Words.coordinates(outlet.position)
    geo = Words.geo(outlet.position)
    radius = Words.accuracy(outlet.radius)
    remove = "\(OutletsPage.path(slug))/\(outlet.id.rawValue)/remove"
  }

  /// An example with every kind of content.
  public static let sample: OutletRow = {
    var row = OutletRow(VisitsPage.sampleVisits[0].outlet, slug: "city-rescue")
    row.code = "O-01"
    return row
  }()
}

/// The places to be visited.
public struct OutletsPage: Page {
  /// Its template.
  public static let template = "Visits/OutletsPage"

  /// What surrounds it.
  public var shell: Shell
  /// The settings.
  public var settings: String
  /// Where the form leads.
  public var path: String
  /// What happened.
  public var notice: ActionNotice?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The outlets, by name.
  public var rows: [OutletRow]
  /// Whether there is one.
  public var hasRows: Bool
  /// The list as it was typed.
  public var list: FormText

  /// Its address.
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

  /// An example with every kind of content.
  public static let sample = OutletsPage(
    shell: .example(.settings, title: "Outlets"), slug: "city-rescue",
    outlets: VisitsPage.sampleVisits.map(\.outlet), typed: "name,lat,lng\nKiosk,46",
    problems: [FieldProblem("outlets", "Line 2: 2 fields instead of 3.")],
    notice: ActionNotice(.calm, "Saved."))

  static let examples = OutletsPage(
    shell: .example(.settings, title: "Outlets"), slug: "city-rescue",
    outlets: VisitsPage.sampleVisits.map(\.outlet))
}
