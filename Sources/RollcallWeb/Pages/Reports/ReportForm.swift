/// The filter line of the reports.
public struct ReportForm: PagePart {
  /// Responders to choose from.
  public var responders: [Choice]
  /// Whether a region can be chosen.
  public var hasRegions: Bool
  /// Regions to choose from.
  public var regions: [Choice]
  /// Whether a profile can be chosen.
  public var hasProfiles: Bool
  /// Profiles to choose from.
  public var profiles: [Choice]
  /// The beginning, as in the URL.
  public var from: String
  /// The kind of its field: `date` for a day, `text` for an instant.
  public var fromKind: String
  /// The end, as in the URL.
  public var to: String
  /// The kind of its field.
  public var toKind: String
  /// What is wrong with the filter; may be empty.
  public var error: String

  /// The line with a filter in it.
  ///
  /// - Parameters:
  ///   - people: id and name of every responder, in the order of the menu.
  ///   - regions: to choose from; `nil` = there is nothing to choose.
  ///   - profiles: to choose from; `nil` = there is nothing to choose.
  ///   - error: what is wrong, a sentence.
  public init(
    _ filter: ReportFilter, people: [(id: Int64, name: String)], regions: [String]?, profiles: [String]?,
    error: String = ""
  ) {
    responders = Choice.list(
      people.map { (String($0.id), $0.name) }, chosen: filter.responder.map(String.init) ?? "",
      all: "All responders")
    (hasRegions, hasProfiles) = (regions != nil, profiles != nil)
    self.regions = Choice.list((regions ?? []).map { ($0, $0) }, chosen: filter.region, all: "All regions")
    self.profiles = Choice.list(
      (profiles ?? []).map { ($0, $0) }, chosen: filter.profile, all: "All profiles")
    (from, fromKind) = (filter.from, FormField.dayKind(filter.from))
    (to, toKind) = (filter.to, FormField.dayKind(filter.to))
    self.error = error
  }

  /// An example with every kind of content.
  public static let sample = ReportForm(
    ReportPage.sampleFilter, people: [(1, "Mirela Novak"), (2, "Jonas Weber")],
    regions: ["Harbour", "North"],
    profiles: ["driver", "responder"], error: "“From” is not before “To”.")
}
