import HTTPServer
import Rollcall
import RollcallStore

/// A parsed request for the history.
struct HistoryQuery {
  /// The values of the page's filter line.
  let asked: HistoryFilter
  /// The filter for the store; `nil` when it cannot be understood.
  let filter: PingFilter?
  /// Where the page begins.
  let cursor: HistoryCursor?
  /// The problem, for people; empty when there is none.
  let problem: String

  /// Reads the query of a request; times without zone are the workspace's.
  init(_ request: Request, _ workspace: Workspace, now: Timestamp) {
    asked = HistoryFilter(request.query.pairs)
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    cursor = Self.cursor(asked.cursor)
    var problems = when.problems
    if request.query["responder"].map({ !$0.isEmpty && Int64($0) == nil }) ?? false {
      problems.append(Words.Lists.responderNotNumber)
    }
    let flag = asked.flag.isEmpty ? [] : DoubtFlags.named(asked.flag)
    if flag == nil { problems.append(Words.Lists.noSuchFlag) }
    if cursor == nil, !asked.cursor.isEmpty { problems.append(Words.Lists.pageLinkBroken) }
    problem = problems.joined(separator: " ")
    filter =
      problems.isEmpty
      ? PingFilter(
        from: when.span.from, to: when.span.to, responder: asked.responder.map { Responder.ID($0) },
        flags: flag ?? [])
      : nil
  }

  /// How the filter is named in the audit.
  var words: String {
    let query = asked.first.query.link("")
    return query.isEmpty ? "last 24 h" : query
  }

  /// The text of a place in the history.
  static func text(_ cursor: HistoryCursor) -> String { "\(cursor.effective.milliseconds).\(cursor.id)" }

  /// The place that a text names; `nil` for any other text.
  static func cursor(_ text: String) -> HistoryCursor? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."))
    guard parts.count == 2, let effective = Int64(String(Substring(parts[0]))),
      let id = Int64(String(Substring(parts[1])))
    else { return nil }
    return HistoryCursor(effective: Timestamp(milliseconds: effective), id: id)
  }
}
