/// What a report covers: the whole of it is in the URL, so that a page, its file and a colleague's link are one.
struct ReportFilter: FieldValues {
  var responder: Int64?
  /// A region's name; empty for all.
  var region = ""
  /// A profile's name; empty for all.
  var profile = ""
  var from = ""
  /// The first instant or local day after the last one; empty for now.
  var to = ""

  static let fields: [Field<ReportFilter>] = [
    .id("responder", \.responder), .text("region", \.region), .text("profile", \.profile),
    .text("from", \.from), .text("to", \.to),
  ]

  /// What of this a report can be narrowed by; the rest is left out.
  func usable(by report: Report) -> ReportFilter {
    var usable = self
    if !report.isByRegion { usable.region = "" }
    if !report.isByPerson { usable.profile = "" }
    return usable
  }
}
