public import Rollcall

/// Which incidents the list shows: the whole of it is in the URL.
public struct IncidentFilter: Hashable, Sendable {
  /// Rows of one page.
  public static let pageSize = 100

  /// A state, or all.
  public var state: Incident.State?
  /// Which page, from 1.
  public var page = 1
  /// How far back the numbers below the list look.
  public var numbers = NumbersSpan.week

  /// Every incident.
  public init() {}

  /// What the pairs of a query say; what they say wrongly is left open.
  public init(_ pairs: [(name: String, value: String)]) {
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
  public func with(page: Int) -> IncidentFilter {
    var filter = self
    filter.page = page
    return filter
  }

  /// The query that says this.
  public var query: URLQuery {
    var query = URLQuery()
    query.add("state", state?.rawValue ?? "")
    query.add("page", page > 1 ? String(page) : "")
    query.add("numbers", numbers == .week ? "" : numbers.rawValue)
    return query
  }
}
