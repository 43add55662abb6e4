import HTTPServer
import Rollcall
import RollcallStore

/// A parsed request for the audit.
struct AuditQuery {
  /// The values of the page's filter line.
  let asked: AuditPageFilter
  /// The filter for the store; `nil` when it cannot be understood.
  let filter: AuditFilter?
  /// Only entries before this number; `nil` on the first page.
  let cursor: Int64?
  /// The problem, for people; empty when there is none.
  let problem: String

  /// Reads the query of a request; times without zone are the workspace's.
  init(_ request: Request, _ workspace: Workspace, now: Timestamp) {
    asked = AuditPageFilter(request.query.pairs)
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    cursor = Int64(asked.cursor)
    var problems = when.problems
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
    var told = asked.first
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
