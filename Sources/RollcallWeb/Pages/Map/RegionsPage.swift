import Rollcall
import RollcallStore
import RollcallWire

/// A region in the settings.
struct RegionRow: PagePart {
  var name: String
  /// Its outline, SVG path data, and `2 polygons, 48 points`; empty when it is not drawn.
  var outline, size: String
  var people: String
  /// The page that edits its boundary as text; empty when there is none yet.
  var edit: String
  var isFree: Bool

  init(_ region: RegionFacts, slug: String) {
    name = region.name
    outline = region.shape.map(RegionOutline.path) ?? ""
    size = region.shape.map(Self.size) ?? ""
    people = Words.grouped(region.people)
    var query = URLQuery()
    query.add("edit", region.name)
    edit = region.shape == nil ? "" : query.link(RegionsPage.path(slug)) + "#geojson"
    isFree = region.people == 0
  }

  private static func size(_ shape: RegionShape) -> String {
    let (polygons, points) = (shape.polygons.count, shape.polygons.joined().joined().count)
    return "\(Words.count(polygons, "polygon", "polygons")), \(Words.grouped(points)) points"
  }
}

/// The regions of a workspace.
struct RegionsPage: Page {
  static let template = "Map/RegionsPage"

  var shell: Shell
  var settings, path: String
  /// The page that removes a region, and the file of all regions.
  var remove, file: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// The scripts that draw them in browsers, and the source of their lines.
  var files: MapAddresses
  var ground: String
  var rows: [RegionRow]
  var hasRows: Bool
  /// Regions as text, and a name for a geometry without one.
  var text: FormText
  var name: FormField

  static func path(_ slug: String) -> String { PagePath.settings(slug, "regions") }

  init(
    shell: Shell, slug: String, regions: [RegionFacts], files: MapAddresses, typed: String = "",
    name: String = "", problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = Self.path(slug)
    (remove, file) = ("\(path)/remove", "\(path).json")
    (self.files, ground) = (files, "\(Shell.Section.map.path(slug))/ground.json")
    self.notice = notice
    self.problems = ProblemList(problems)
    rows = regions.map { RegionRow($0, slug: slug) }
    hasRows = !regions.isEmpty
    text = FormText(
      "geojson", Words.Map.orAsText, value: typed, hint: Words.Map.geoJSONHint, problems: problems)
    self.name = FormField("name", Words.Map.nameLabel, value: name, problems: problems)
  }
}
