/// The filter line of the reports.
struct ReportForm: PagePart {
  var responders: [Choice]
  /// Whether a region can be chosen.
  var hasRegions: Bool
  var regions: [Choice]
  /// Whether a profile can be chosen.
  var hasProfiles: Bool
  var profiles: [Choice]
  var from: String
  var fromKind: String
  var to: String
  var toKind: String
  var error: String

  /// The line with a filter in it.
  ///
  /// - Parameters:
  ///   - people: id and name of every responder, in the order of the menu.
  ///   - regions: to choose from; `nil` = there is nothing to choose.
  ///   - profiles: to choose from; `nil` = there is nothing to choose.
  ///   - error: what is wrong, a sentence.
  init(
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
}
