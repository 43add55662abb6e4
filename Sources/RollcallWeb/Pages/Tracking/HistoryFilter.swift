/// Which pings the history shows: the whole of it is in the URL, and an export has the same.
struct HistoryFilter: FieldValues {
  /// Rows of one page.
  static let pageSize = 200

  var responder: Int64?
  var from = ""
  /// The first instant or local day after the last one shown; empty for now.
  var to = ""
  /// A flag's word; empty for all.
  var flag = ""
  /// Where the page before ended; empty on the first.
  var cursor = ""

  static let fields: [Field<HistoryFilter>] = [
    .id("responder", \.responder), .text("from", \.from), .text("to", \.to), .text("flag", \.flag),
    .cursor("cursor", \.cursor),
  ]
}
