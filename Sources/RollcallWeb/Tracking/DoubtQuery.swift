import HTTPServer
import Rollcall
import RollcallStore

/// A parsed request for the doubts.
struct DoubtQuery {
  /// The values of the page's filter line.
  let asked: DoubtFilter
  /// The span; meaningless while there is a problem.
  let span: TimeSpan
  /// Only this flag; `nil` = any.
  let flag: DoubtFlags?
  /// Only this state; `nil` = any.
  let state: DoubtState?
  /// The problem, for people; empty when there is none.
  let problem: String

  /// Reads the pairs of a query or a form; times without zone are the workspace's.
  init(_ pairs: [(name: String, value: String)], _ workspace: Workspace, now: Timestamp) {
    asked = DoubtFilter(pairs)
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    (flag, state) = (DoubtFlags.named(asked.flag), DoubtState(word: asked.state))
    var problems = when.problems
    let responder = pairs.last { $0.name == "responder" }?.value ?? ""
    if asked.responder == nil, !responder.utf8.isEmpty {
      problems.append(Words.Lists.notOnePerson(responder))
    }
    if flag == nil, !asked.flag.utf8.isEmpty { problems.append(Words.Lists.noSuchReason) }
    if state == nil, !asked.state.utf8.isEmpty { problems.append(Words.Doubts.noSuchState) }
    span = when.span
    // A day of 25 hours still counts as one day.
    if problems.isEmpty, span.length > Int64(DoubtsPage.mostDays) * 86_400_000 + 3_600_000 {
      problems.append(Words.Doubts.tooManyDays(DoubtsPage.mostDays))
    }
    problem = problems.joined(separator: " ")
  }
}

extension DoubtWeb {
  /// The doubts of a query, by person and local day: the most doubtful day first. Blocks.
  func doubtLines(_ query: DoubtQuery, _ workspace: Workspace, _ clock: PageClock) throws(StoreError)
    -> [DoubtLine]
  {
    guard query.problem.utf8.isEmpty else { return [] }
    let person = query.asked.responder.map { Responder.ID($0) }
    var lines: [DoubtLine] = []
    let last = clock.local(query.span.to.advanced(by: -1)).date
    var day = clock.local(query.span.from).date
    while day.daysSince1970 <= last.daysSince1970 {
      let next = CivilDate(daysSince1970: day.daysSince1970 + 1)
      let whole = TimeSpan(from: clock.start(of: day), to: clock.start(of: next))
      let asked = TimeSpan(from: max(whole.from, query.span.from), to: min(whole.to, query.span.to))
      // The degree of doubt of a day does not depend on how much of it is shown.
      let all = try store.tracking.doubts(of: workspace, in: whole, responder: person)
      let shown =
        asked == whole ? all : try store.tracking.doubts(of: workspace, in: asked, responder: person)
      let scores = Self.scores(all)
      for group in shown where query.flag.map({ $0 == group.flag }) ?? true && group.count(query.state) > 0 {
        lines.append(
          DoubtLine(group: group, day: day, score: scores[group.responder] ?? DoubtScore([])))
      }
      day = next
    }
    return lines.sorted(by: Self.isBefore)
  }

  private static func scores(_ groups: [DoubtGroup]) -> [Responder.ID: DoubtScore] {
    Dictionary(grouping: groups, by: \.responder).mapValues { groups in
      DoubtScore(groups.map { ($0.flag, $0.open, $0.confirmed) })
    }
  }

  private static func isBefore(_ one: DoubtLine, _ other: DoubtLine) -> Bool {
    (other.score.points, other.day.daysSince1970, one.group.responder.rawValue, one.group.flag.rawValue)
      < (one.score.points, one.day.daysSince1970, other.group.responder.rawValue, other.group.flag.rawValue)
  }
}
