import Rollcall

/// Which incidents the list shows: the whole of it is in the URL.
struct IncidentFilter: Hashable, Sendable {
  static let pageSize = 100

  /// A state, or all.
  var state: Incident.State?
  var page = 1
  /// How far back the numbers below the list look.
  var numbers = NumbersSpan.week

  /// Every incident.
  init() {}

  /// What the pairs of a query say; what they say wrongly is left open.
  init(_ pairs: [(name: String, value: String)]) {
    for (name, value) in pairs {
      switch name {
      case "state": state = Incident.State(rawValue: value)
      case "numbers": numbers = NumbersSpan(rawValue: value) ?? .week
      case "page": page = max(1, min(Int(value) ?? 1, 1_000_000))
      default: continue
      }
    }
  }

  /// This filter at another page of its list.
  func with(page: Int) -> IncidentFilter {
    var filter = self
    filter.page = page
    return filter
  }

  var query: URLQuery {
    var query = URLQuery()
    query.add("state", state?.rawValue ?? "")
    query.add("page", page > 1 ? String(page) : "")
    query.add("numbers", numbers == .week ? "" : numbers.rawValue)
    return query
  }
}
