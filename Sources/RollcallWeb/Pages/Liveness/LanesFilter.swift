import Rollcall

/// Whose lanes of which day are shown, and in which order: the whole of it is in the URL.
struct LanesFilter: FieldValues {
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

  static let fields: [Field<LanesFilter>] = [
    .text("day", \.day), .text("region", \.region), .text("profile", \.profile),
    .choice("sort", \.order, usual: .region), .page(\.page),
  ]

  /// This filter with one thing changed, on page 1.
  func with(_ change: (inout LanesFilter) -> Void) -> LanesFilter {
    var filter = self
    filter.page = 1
    change(&filter)
    return filter
  }
}
