import Rollcall
import RollcallStore

/// The audit: acts of people, and their looks at others, the newest first unless turned round.
struct AuditPage: Page {
  static let template = "Access/AuditPage"

  var head: ListHead
  var holds: String
  var rows: Rows<AuditRow>
  var columns: [ColumnHead]
}

/// One entry of the audit.
struct AuditRow: PageRow {
  static let template = "Access/AuditRow"

  /// The row's name in the page, `a` and the entry's number.
  var key: String
  var at: Moment
  var number: String
  /// The actor by name, and the audit of that actor alone.
  var who, whoHref: String
  var origin: String
  /// The action, in words and as the filter and the exports name it.
  var what, action: String
  /// The subject by name, and the audit of that subject alone.
  var about, aboutHref: String
  /// Further facts, and the values that were changed; each may be empty.
  var detail, before, after: String
}

extension AuditRow {
  /// The row of an entry on a page at `path`; its links narrow the page's filter.
  init(_ line: AuditLine, _ filter: AuditPageFilter, path: String, clock: PageClock) {
    let (entry, names, first) = (line.entry, line.names, filter.first)
    self.init(
      key: "a\(entry.number)", at: clock.time(entry.at), number: Words.grouped(entry.number),
      who: names.actor(entry.actor), whoHref: first.with(\.actor, entry.actor).query.link(path),
      origin: entry.origin, what: AuditWords.action(entry.action), action: entry.action,
      about: names.subject(entry.subject, clock: clock),
      aboutHref: first.with(\.subject, entry.subject).query.link(path),
      detail: entry.detail, before: names.values(entry.before), after: names.values(entry.after))
  }
}

/// The filter of the audit: all of it is in the URL, and an export uses the same.
struct AuditPageFilter: FieldValues {
  static let pageSize = 200

  /// By time and number the newest first, unless turned round.
  enum Sort: String, CaseIterable, Sendable {
    case at, who, what, about, details, origin, entry

    static let falling: Set<Sort> = [.at, .entry]

    var label: String {
      switch self {
      case .at: Words.Audit.when
      case .who: Words.Audit.who
      case .what: Words.Audit.what
      case .about: Words.Audit.about
      case .details: Words.Audit.details
      case .origin: Words.Audit.origin
      case .entry: Words.Audit.entry
      }
    }
  }

  /// The actor as in the entry, e.g. `member:7`; empty for all.
  var actor = ""
  /// A group of actions, e.g. `login`, or a whole action; empty for all.
  var action = ""
  /// The subject as in the entry, e.g. `responder 5`; empty for all.
  var subject = ""
  var from = ""
  /// The end, exclusive: an instant or a local day; empty for now.
  var to = ""
  /// The page shows entries behind this number; empty on the first.
  var cursor = ""
  var order = ListOrder(Sort.at)
  var shape = ListShape()

  /// The rows of a page.
  var size: Int { shape.rows(usual: Self.pageSize) }

  static let fields: [Field<AuditPageFilter>] = [
    .text("actor", \.actor).shown(.choice("Who", all: "Everybody"))
      .about("As in an entry, such as `member:7`."),
    .text("action", \.action).shown(.choice("What", all: "Everything"))
      .about("A group such as `login`, or one action."),
    Field(name: "subject", read: { if !$1.utf8.isEmpty { $0.subject = $1 } }, text: { $0.subject })
      .shown(.text("About", example: "Barbara, R-003, INC-7"))
      .about("As in an entry, such as `responder 5` or `INC-7`; or the name or external id of one person."),
    // The person in the other reports' filter is a subject here.
    Field(
      name: "responder", read: { if !$1.utf8.isEmpty { $0.subject = "responder \($1)" } }, text: { _ in "" }),
    .text("from", \.from).shown(.span(.from)).about("RFC 3339, or a local day."),
    .text("to", \.to).shown(.span(.to)).about("Half-open."),
    .cursor("cursor", \.cursor).about("The `next_cursor` of the page before; at most 1,000 entries are one."),
    .order(\.order, usual: .at), .size(\.shape), .columns(\.shape),
  ]
}
