import Rollcall

/// The form of a site, as typed.
struct SiteForm: FieldValues {
  var name = ""
  /// Coordinates in any notation, or a plus code.
  var place = ""
  var externalID = ""
  /// Metres; empty for the usual.
  var radius = ""

  static let fields: [Field<SiteForm>] = [
    .text("site_name", \.name), .text("place", \.place), .text("external_id", \.externalID),
    .text("radius_m", \.radius),
  ]

  init() {}

  /// A site as its form shows it.
  init(_ outlet: Outlet) {
    (name, place) = (outlet.name, Words.coordinates(outlet.position))
    (externalID, radius) = (
      outlet.externalID ?? "",
      outlet.radius == outlet.radius.rounded() ? "\(Int(outlet.radius))" : "\(outlet.radius)"
    )
  }

  /// The site, or the problems.
  func read() -> (outlet: NewOutlet?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    if !name.hasBytes(NameLimits.name) || name.hasControlCharacters {
      problems.append(FieldProblem("site_name", Words.Visits.nameFormat))
    }
    let position = try? Place.read(place)
    if position == nil { problems.append(FieldProblem("place", Words.Visits.placeFormat)) }
    let metres = radius.isEmpty ? NewOutlet.usualRadius : Double(radius)
    if metres.map({ !NewOutlet.radii.contains($0) }) ?? true {
      problems.append(FieldProblem("radius_m", Words.Visits.radiusFormat))
    }
    guard problems.isEmpty, let position, let metres else { return (nil, problems) }
    return (
      NewOutlet(
        name: name, position: position, externalID: externalID.isEmpty ? nil : externalID, radius: metres), []
    )
  }
}

/// The form on the page.
struct SitePart: PagePart {
  var title, path, button: String
  var fields: [FormField]
  /// Back to the form of a new site; empty when it is that.
  var cancel: String

  /// - Parameter old: the site to be changed; `nil` = a new one.
  init(_ typed: SiteForm, of old: Outlet?, slug: String, problems: [FieldProblem]) {
    let list = OutletsPage.path(slug)
    title = old.map { Words.Visits.changeSite($0.name) } ?? Words.Visits.addSite
    path = old.map { "\(list)/\($0.id.rawValue)/edit" } ?? "\(list)/new"
    button = old == nil ? Words.Visits.addSite : "Save"
    cancel = old == nil ? "" : list
    fields = [
      FormField("site_name", "Name", value: typed.name, isRequired: true, problems: problems),
      FormField(
        "place", "Where", value: typed.place, hint: Words.Visits.placeFormat, isRequired: true,
        problems: problems),
      FormField(
        "external_id", Words.Visits.code, value: typed.externalID, hint: Words.Visits.codeHint,
        problems: problems
      ),
      FormField(
        "radius_m", "Radius", value: typed.radius, hint: Words.Visits.radiusFormat, unit: "m", kind: .number,
        problems: problems),
    ]
  }
}
