import Rollcall

/// What the board shows and in which order: the whole of it is in the URL.
struct BoardFilter: Hashable, Sendable {
  /// The columns by which the board can be sorted; the raw value is the word in the URL.
  enum Sort: String, CaseIterable, Sendable {
    /// Worst first; the longest in that status first.
    case status
    case name, duty
    /// The longest silence first.
    case contact
    /// The oldest fix first; those without one lead.
    case fix
    /// The emptiest battery first.
    case battery
  }

  static let pageSize = Pager.longPage

  /// Part of a name or phone number, as typed.
  var search = ""
  var region = ""
  var profile = ""
  /// A duty state, or all.
  var duty: DutyState?
  /// A status, or all.
  var status: Status?
  /// The column that sorts.
  var sort = Sort.status
  /// Whether the order is turned round.
  var isReversed = false
  var page = 1
  /// The past moment whose board is asked for, as in the URL; empty for the live one.
  var at = ""

  /// What the pairs of a query say; what they say wrongly is left open.
  ///
  /// For example: `status=offline&sort=-contact&page=2`.
  init(_ pairs: [(name: String, value: String)] = []) {
    for (name, value) in pairs {
      switch name {
      case "at": at = value
      case "q": search = value
      case "region": region = value
      case "profile": profile = value
      case "duty": duty = DutyState(rawValue: value)
      case "status": status = Status(rawValue: value)
      case "sort": readSort(value)
      case "page": page = max(1, min(Int(value) ?? 1, 1_000_000))
      default: continue
      }
    }
  }

  private mutating func readSort(_ value: String) {
    let isMinus = value.utf8.first == UInt8(ascii: "-")
    let word = isMinus ? String(decoding: value.utf8.dropFirst(), as: UTF8.self) : value
    guard let column = Sort(rawValue: word) else { return }
    (sort, isReversed) = (column, isMinus)
  }

  /// Whether somebody may be left out.
  var isNarrow: Bool { narrowing != BoardFilter() }

  private var narrowing: BoardFilter {
    var filter = self
    (filter.sort, filter.isReversed, filter.page, filter.at) = (.status, false, 1, "")
    return filter
  }

  /// The word of the order in the URL; empty for the usual one.
  var sortWord: String {
    sort == .status && !isReversed ? "" : (isReversed ? "-" : "") + sort.rawValue
  }

  /// The query that says this; empty for everybody, worst first, page 1.
  var query: URLQuery {
    var query = URLQuery()
    query.add("at", at)
    query.add("q", search)
    query.add("region", region)
    query.add("profile", profile)
    query.add("duty", duty?.rawValue ?? "")
    query.add("status", status?.rawValue ?? "")
    query.add("sort", sortWord)
    query.add("page", page > 1 ? String(page) : "")
    return query
  }

  /// Everybody, at the same moment.
  var widened: BoardFilter {
    var filter = BoardFilter()
    filter.at = at
    return filter
  }

  /// This filter with one thing changed, on page 1.
  func with(_ change: (inout BoardFilter) -> Void) -> BoardFilter {
    var filter = self
    filter.page = 1
    change(&filter)
    return filter
  }
}
