import Rollcall
import RollcallStore

/// The time of which alerts are asked for: all of it is in the URL.
struct AlertFilter: FieldValues {
  /// From when to when they were open; empty for the open ones and those of the last days.
  var from = ""
  /// The end, exclusive: an instant or a local day; empty for now.
  var to = ""

  static let fields: [Field<AlertFilter>] = [
    .text("from", \.from).shown(.span(.from)), .text("to", \.to).shown(.span(.to)),
  ]
}

/// A parsed request for alerts.
struct AlertQuery {
  /// How many days are shown at most.
  static let mostDays: Int64 = 31

  let asked: AlertFilter
  /// The time; `nil` = none was asked for, or it cannot be understood.
  let span: TimeSpan?
  /// The problem, for people; empty when there is none.
  let problem: String

  /// Reads the pairs of a query; times without zone are the workspace's.
  init(_ pairs: [(name: String, value: String)], _ workspace: Workspace, now: Timestamp) {
    asked = AlertFilter(pairs)
    let ends = AskedEnds(from: asked.from, to: asked.to, Zone(workspace.timeZone))
    guard ends.problems.isEmpty, ends.isSpan else {
      (span, problem) = (nil, ends.problems.joined(separator: " "))
      return
    }
    // Half-open: one past now, to include alerts of this very millisecond.
    let last = ends.last ?? now.advanced(by: 1)
    let first = ends.first ?? min(last, now).advanced(by: -Self.mostDays * 86_400_000)
    let wanted = TimeSpan(from: first, to: last)
    problem = Self.problem(wanted, hasBeginning: ends.first != nil)
    span = problem.utf8.isEmpty ? wanted : nil
  }

  private static func problem(_ span: TimeSpan, hasBeginning: Bool) -> String {
    guard span.length > 0 else { return Words.Spans.wrongOrder }
    // An end alone may be far ahead, where there are no alerts. A day of 25 hours still counts as one day.
    let isLong = hasBeginning && span.length > mostDays * 86_400_000 + 3_600_000
    return isLong ? Words.Spans.tooManyDays(mostDays) : ""
  }

  /// Those of these that were open at some time of the span.
  func including(_ alerts: [Alert]) -> [Alert] {
    guard let span else { return alerts }
    return alerts.filter { alert in
      alert.openedAt < span.to && alert.closedAt.map { $0 >= span.from } ?? true
    }
  }
}
