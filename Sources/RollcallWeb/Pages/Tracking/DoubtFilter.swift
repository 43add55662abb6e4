import Rollcall

/// Which doubts are shown: the whole of it is in the URL.
struct DoubtFilter: Hashable, Sendable {
  var responder: Int64?
  /// A flag's word; empty for all.
  var flag = ""
  /// A state's word; empty for all.
  var state = ""
  var from = ""
  /// The first instant or local day after the last one; empty for now.
  var to = ""
  /// The page of the list, from 1.
  var page = 1

  init() {}

  /// What the pairs of a query or of the form say.
  init(_ pairs: [(name: String, value: String)]) {
    for (name, value) in pairs {
      switch name {
      case "responder": responder = Int64(value)
      case "flag": flag = value
      case "state": state = value
      case "from": from = value
      case "to": to = value
      case "page": page = max(1, Int(value) ?? 1)
      default: continue
      }
    }
  }

  /// The filter on another page of its list.
  func on(page: Int) -> DoubtFilter {
    var filter = self
    filter.page = page
    return filter
  }

  /// What the form sends along, so that one comes back to the same list.
  var fields: [(name: String, value: String)] {
    [
      ("responder", responder.map(String.init) ?? ""), ("flag", flag), ("state", state), ("from", from),
      ("to", to),
      ("page", page > 1 ? "\(page)" : ""),
    ]
  }

  var query: URLQuery {
    var query = URLQuery()
    for field in fields { query.add(field.name, field.value) }
    return query
  }
}
