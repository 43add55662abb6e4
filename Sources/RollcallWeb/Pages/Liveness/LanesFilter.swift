import Rollcall

/// Whose lanes of which day are shown, and in which order: the whole of it is in the URL.
struct LanesFilter: Hashable, Sendable {
  /// The order of the lanes; the raw value is the word in the URL.
  enum Order: String, CaseIterable, Sendable {
    /// Region by region, so that what befell one of them is seen as a block.
    case region
    /// The longest silent first.
    case silent
    /// By name.
    case name

    var label: String {
      switch self {
      case .region: "By region"
      case .silent: "Most silent first"
      case .name: "By name"
      }
    }
  }

  /// Lanes of one page.
  static let pageSize = 1_000

  /// The local day, `2026-11-20`, as in the URL; empty for today.
  var day = ""
  var region = ""
  var profile = ""
  /// The order.
  var order = Order.region
  var page = 1

  /// What the pairs of a query say; what they say wrongly is left open, but for the day.
  init(_ pairs: [(name: String, value: String)] = []) {
    for (name, value) in pairs {
      switch name {
      case "day": day = value
      case "region": region = value
      case "profile": profile = value
      case "sort": order = Order(rawValue: value) ?? .region
      case "page": page = max(1, min(Int(value) ?? 1, 1_000_000))
      default: continue
      }
    }
  }

  /// The query that says this; empty for everybody today, page 1.
  var query: URLQuery {
    var query = URLQuery()
    query.add("day", day)
    query.add("region", region)
    query.add("profile", profile)
    query.add("sort", order == .region ? "" : order.rawValue)
    query.add("page", page > 1 ? String(page) : "")
    return query
  }

  /// This filter with one thing changed, on page 1.
  func with(_ change: (inout LanesFilter) -> Void) -> LanesFilter {
    var filter = self
    filter.page = 1
    change(&filter)
    return filter
  }
}
