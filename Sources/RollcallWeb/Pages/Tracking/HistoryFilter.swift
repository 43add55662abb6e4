/// Which pings the history shows: the whole of it is in the URL, and an export has the same.
struct HistoryFilter: Hashable, Sendable {
  static let pageSize = 200

  var responder: Int64?
  var from = ""
  /// The first instant or local day after the last one shown; empty for now.
  var to = ""
  /// A flag's word; empty for all.
  var flag = ""
  /// Where the page before ended; empty on the first.
  var cursor = ""

  init() {}

  /// What the pairs of a query say. `from`, `to` and `cursor` are taken as they are: the reader of dates judges them.
  init(_ pairs: [(name: String, value: String)]) {
    for (name, value) in pairs {
      switch name {
      case "responder": responder = Int64(value)
      case "from": from = value
      case "to": to = value
      case "flag": flag = value
      case "cursor": cursor = value
      default: continue
      }
    }
  }

  /// Whether anything but the last 24 hours of everybody is asked for.
  var isNarrow: Bool { with(cursor: "") != HistoryFilter() }

  /// This filter at another place of its list.
  func with(cursor: String) -> HistoryFilter {
    var filter = self
    filter.cursor = cursor
    return filter
  }

  var query: URLQuery {
    var query = URLQuery()
    query.add("responder", responder.map(String.init) ?? "")
    query.add("from", from)
    query.add("to", to)
    query.add("flag", flag)
    query.add("cursor", cursor)
    return query
  }
}
