import Rollcall
import RollcallStore
import RollcallWire

/// A region in the settings.
public struct RegionRow: PagePart {
  /// Its name.
  public var name: String
  /// Its outline, SVG path data; empty when it is not drawn.
  public var outline: String
  /// `2 polygons, 48 points`; may be empty.
  public var size: String
  /// How many people belong to it.
  public var people: String
  /// Where its ground is changed as text; empty when there is none yet.
  public var edit: String
  /// Whether it may be removed.
  public var isFree: Bool

  init(_ region: RegionFacts, slug: String) {
    name = region.name
    outline = region.shape.map(RegionOutline.path) ?? ""
    size = region.shape.map(Self.size) ?? ""
    people = Words.grouped(Int64(region.people))
    var query = URLQuery()
    query.add("edit", region.name)
    edit = region.shape == nil ? "" : query.link(RegionsPage.path(slug)) + "#geojson"
    isFree = region.people == 0
  }

  private static func size(_ shape: RegionShape) -> String {
    let (polygons, points) = (shape.polygons.count, shape.polygons.joined().joined().count)
    return "\(polygons) \(polygons == 1 ? "polygon" : "polygons"), \(Words.grouped(Int64(points))) points"
  }

  /// An example with every kind of content.
  public static let sample = RegionRow(RegionsPage.sampleRegions[0], slug: "city-rescue")
}

/// The regions of a workspace.
public struct RegionsPage: Page {
  /// Its template.
  public static let template = "Map/RegionsPage"

  /// What surrounds it.
  public var shell: Shell
  /// The settings.
  public var settings: String
  /// Where the form leads.
  public var path: String
  /// Where a region is removed.
  public var remove: String
  /// All of them as a file.
  public var file: String
  /// What happened.
  public var notice: ActionNotice?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// What browsers draw them with.
  public var files: MapAddresses
  /// Where their lines are found.
  public var ground: String
  /// The regions, by name.
  public var rows: [RegionRow]
  /// Whether there is one.
  public var hasRows: Bool
  /// Regions as text.
  public var text: FormText
  /// A name for a geometry that has none.
  public var name: FormField

  /// Its address.
  static func path(_ slug: String) -> String { PagePath.settings(slug, "regions") }

  init(
    shell: Shell, slug: String, regions: [RegionFacts], files: MapAddresses, typed: String = "",
    name: String = "",
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
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
      "geojson", "Or as text", value: typed,
      hint: "A FeatureCollection, a Feature, or a Polygon or MultiPolygon with the name below.",
      problems: problems)
    self.name = FormField(
      "name", "Name, when the text or file has none", value: name, problems: problems)
  }

  static let sampleRegions: [RegionFacts] = {
    let text =
      #"{"type":"Polygon","coordinates":[[[14.48,46.04],[14.53,46.03],[14.55,46.07],[14.5,46.08],[14.48,46.04]]]}"#
    let shape = try? RegionShape(geoJSON: text)
    return [
      RegionFacts(name: "Centre", shape: shape, people: 0),
      RegionFacts(name: "Harbour", shape: nil, people: 12),
    ]
  }()

  /// One without any.
  static let none = RegionsPage(
    shell: .example(.settings, title: "Regions"), slug: "city-rescue", regions: [], files: MapAddresses())

  /// An example with every kind of content.
  public static let sample = example(files: .sample, isWrong: true)

  static func example(files: MapAddresses, isWrong: Bool = false) -> RegionsPage {
    RegionsPage(
      shell: .example(.settings, title: "Regions"), slug: "city-rescue", regions: sampleRegions, files: files,
      typed: isWrong ? #"{"type":"Polygon","coordinates":[]}"# : "", name: isWrong ? "North" : "",
      problems: isWrong ? [FieldProblem("geojson", "coordinates: a polygon has at least one ring.")] : [],
      notice: ActionNotice(.calm, "Saved."))
  }
}
