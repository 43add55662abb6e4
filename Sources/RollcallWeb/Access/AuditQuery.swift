import HTTPServer
import Rollcall
import RollcallStore

/// A parsed request for the audit.
struct AuditQuery {
  /// The values of the page's filter line.
  let asked: AuditPageFilter
  /// The filter for the store; `nil` when it cannot be understood.
  let filter: AuditFilter?
  /// Only entries behind this number, or in another order than that of time behind so many; `nil` on the first page.
  let cursor: Int64?
  /// The problem, for people; empty when there is none.
  let problem: String

  /// Reads the query of a request; times without zone are the workspace's.
  ///
  /// - Parameter people: the people of the workspace: whom *About* names in other words than an entry does.
  init(
    _ request: Request, _ workspace: Workspace, now: Timestamp, people: () throws(StoreError) -> [Responder]
  ) throws(StoreError) {
    var asked = AuditPageFilter(request.query.pairs)
    var problems: [String] = []
    if !Self.isNameless(asked.subject) {
      let found = try people().filter { $0.isNamed(asked.subject) }
      if found.count == 1 { asked.subject = "responder \(found[0].id.rawValue)" }
      if found.count > 1 {
        problems.append(Words.Audit.several(found.count, found.prefix(5).map(\.name)))
      }
    }
    self.asked = asked
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    cursor = Int64(asked.cursor)
    problems += when.problems
    if cursor == nil, !asked.cursor.isEmpty { problems.append(Words.Audit.pageLinkBroken) }
    problem = problems.joined(separator: " ")
    filter =
      problems.isEmpty
      ? AuditFilter(
        from: when.span.from, to: when.span.to, actor: asked.actor, action: asked.action,
        subject: asked.subject)
      : nil
  }

  /// The filter's name in the audit, without typed text: an entry is never erased.
  var words: String {
    var told = asked.whole
    if !Self.isNameless(told.subject) { told.subject = AuditedText.notKept }
    if !Self.isNameless(told.actor) { told.actor = AuditedText.notKept }
    if !AuditWords.isKnown(told.action) { told.action = AuditedText.notKept }
    let query = told.query.link("")
    return query.isEmpty ? "last 24 h" : query
  }

  /// Whether Rollcall itself made this text: `responder 5`, `member:7`, `INC-12`, `everybody`. Names of keys
  /// and profiles are typed by people.
  private static func isNameless(_ text: String) -> Bool {
    let words = ["", "everybody", "workspace", "flags", "dispatch", "nobody", "command line", "rollcall"]
    let ids = #/(responder|member|region|screen|channel|schedule|alert|event)[ :][0-9]+|INC-[0-9]+/#
    return words.contains(text) || text.wholeMatch(of: ids) != nil
  }
}

extension AuditPageFilter {
  var isFalling: Bool { Sort.falling.contains(order.column) != order.isReversed }

  /// What an entry is sorted by.
  func sortKey(of entry: AuditEntry, _ names: AuditNames) -> SortKey? {
    switch order.column {
    case .at, .entry: .number(entry.number)
    case .who: .words(names.actor(entry.actor))
    case .what: .words(AuditWords.action(entry.action))
    case .about: .words(names.subject(entry.subject))
    case .details: .words(entry.detail + entry.before + entry.after)
    case .origin: .words(entry.origin)
    }
  }
}

extension Responder {
  /// Whether a search means this person: by their id in another system, or a part of their name.
  fileprivate func isNamed(_ text: String) -> Bool {
    externalID == text || RosterEntry.matches(self, text, numbers: false)
  }
}
