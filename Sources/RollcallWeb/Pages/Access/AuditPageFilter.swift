/// Which entries of the audit a page shows: the whole of it is in the URL, and an export has the same.
struct AuditPageFilter: Hashable, Sendable {
  static let pageSize = 200

  /// Who, as in the entry, e.g. `member:7`; empty for all.
  var actor = ""
  /// A group of actions, e.g. `login`, or a whole action; empty for all.
  var action = ""
  /// To what, as in the entry, e.g. `responder 5`; empty for all.
  var subject = ""
  var from = ""
  /// The first instant or local day after the last one shown; empty for now.
  var to = ""
  /// The number before which the page goes on; empty on the first.
  var cursor = ""

  /// What the pairs of a query say; `responder`, the filter of the other reports, is a subject here.
  init(_ pairs: [(name: String, value: String)] = []) {
    for (name, value) in pairs {
      switch name {
      case "actor": actor = value
      case "action": action = value
      case "subject" where !value.utf8.isEmpty: subject = value
      case "responder" where !value.utf8.isEmpty: subject = "responder \(value)"
      case "from": from = value
      case "to": to = value
      case "cursor": cursor = value
      default: continue
      }
    }
  }

  /// Whether anything but all of the last 24 hours is asked for.
  var isNarrow: Bool { with(cursor: "") != AuditPageFilter() }

  /// This filter at another place of its list.
  func with(cursor: String) -> AuditPageFilter {
    var filter = self
    filter.cursor = cursor
    return filter
  }

  var query: URLQuery {
    var query = URLQuery()
    query.add("actor", actor)
    query.add("action", action)
    query.add("subject", subject)
    query.add("from", from)
    query.add("to", to)
    query.add("cursor", cursor)
    return query
  }
}
