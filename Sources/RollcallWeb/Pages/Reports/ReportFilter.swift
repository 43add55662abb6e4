/// What a report covers: the whole of it is in the URL, so that a page, its file and a colleague's link are one.
struct ReportFilter: Hashable, Sendable {
  var responder: Int64?
  var region = ""
  var profile = ""
  var from = ""
  /// The first instant or local day after the last one; empty for now.
  var to = ""

  init() {}

  /// What the pairs of a query say.
  init(_ pairs: [(name: String, value: String)] = []) {
    for (name, value) in pairs {
      switch name {
      case "responder": responder = Int64(value)
      case "region": region = value
      case "profile": profile = value
      case "from": from = value
      case "to": to = value
      default: continue
      }
    }
  }

  /// What of this a report can be narrowed by; the rest is left out.
  func usable(by kind: ReportKind) -> ReportFilter {
    var usable = self
    if !kind.isByRegion { usable.region = "" }
    if !kind.isByPerson { usable.profile = "" }
    return usable
  }

  /// Whether anything but the last 24 hours of everybody is asked for.
  var isNarrow: Bool { self != ReportFilter() }

  var query: URLQuery {
    var query = URLQuery()
    query.add("responder", responder.map(String.init) ?? "")
    query.add("region", region)
    query.add("profile", profile)
    query.add("from", from)
    query.add("to", to)
    return query
  }
}
