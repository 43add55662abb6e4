import Rollcall

/// The filter and order of the board: all of it is in the URL.
struct BoardFilter: FieldValues {
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
    /// The least accurate position first; those without one lead.
    case accuracy
    /// The most flags first.
    case flags
    /// By what they are assigned to; those without an assignment come last.
    case assignment

    /// Those that begin with the greatest.
    static let falling: Set<Sort> = [.accuracy, .flags]
  }

  static let pageSize = Pager.longPage

  /// The past moment of the board, as in the URL; empty for the live one.
  var at = ""
  /// Part of a name or phone number, as typed.
  var search = ""
  var region = ""
  var profile = ""
  var duty: DutyState?
  var status: Status?
  /// Only who is silent now for this cause.
  var cause: Cause?
  var order = ListOrder(Sort.status)
  var page = 1
  var shape = ListShape()

  /// The rows of a page.
  var size: Int { shape.rows(usual: Self.pageSize) }

  static let fields: [Field<BoardFilter>] = [
    .text("at", \.at), .text("q", \.search), .text("region", \.region), .text("profile", \.profile),
    .choice("duty", \.duty), .choice("status", \.status), .choice("cause", \.cause),
    .order(\.order, usual: .status), .page(\.page), .size(\.shape), .columns(\.shape),
  ]

  /// The order's word in the URL; empty for the default.
  var sortWord: String { order == BoardFilter().order ? "" : order.word }

  /// Whether it may leave people out.
  var isNarrow: Bool {
    let narrowing = with { ($0.order, $0.at, $0.shape) = (BoardFilter().order, "", ListShape()) }
    return narrowing != BoardFilter()
  }

  /// Everyone, at the same moment.
  var widened: BoardFilter { BoardFilter().with(\.at, at) }
}
