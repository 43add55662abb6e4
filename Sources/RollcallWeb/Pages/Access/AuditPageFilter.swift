/// Which entries of the audit a page shows: the whole of it is in the URL, and an export has the same.
struct AuditPageFilter: FieldValues {
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

  static let fields: [Field<AuditPageFilter>] = [
    .text("actor", \.actor), .text("action", \.action),
    Field(name: "subject", read: { if !$1.utf8.isEmpty { $0.subject = $1 } }, text: { $0.subject }),
    // The filter of the other reports is a subject here.
    Field(
      name: "responder", read: { if !$1.utf8.isEmpty { $0.subject = "responder \($1)" } }, text: { _ in "" }),
    .text("from", \.from), .text("to", \.to), .cursor("cursor", \.cursor),
  ]
}
