import Rollcall

/// The span of a filter's `from` and `to`: days or instants, half-open; the last 24 hours when they are
/// empty.
struct AskedSpan {
  /// The span; meaningless while there are problems.
  let span: TimeSpan
  /// The problems, for people; empty when there are none.
  let problems: [String]

  /// Reads both words; times without zone are the workspace's.
  init(from: String, to: String, in workspace: Workspace, now: Timestamp) {
    let zone = Zone(workspace.timeZone)
    let (first, last) = (zone.instant(from), zone.instant(to))
    var problems: [String] = []
    if first == nil, !from.isEmpty { problems.append(Words.Lists.wrongFrom) }
    if last == nil, !to.isEmpty { problems.append(Words.Lists.wrongTo) }
    // Half-open: one past now, to include data of this very millisecond.
    let end = last ?? now.advanced(by: 1)
    let start = first ?? min(end, now).advanced(by: -86_400_000)
    if start >= end, problems.isEmpty { problems.append(Words.Lists.wrongOrder) }
    span = TimeSpan(from: start, to: end)
    self.problems = problems
  }
}
