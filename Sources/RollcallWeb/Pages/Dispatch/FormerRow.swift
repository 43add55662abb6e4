import Rollcall
import RollcallStore

/// A person who had the incident, and what came of it.
struct FormerRow: PagePart {
  var key, name, href: String
  var accepted: Moment
  /// When they set off and arrived; absent when not reported.
  var onTheWay, arrived: Moment?
  var ended: Moment
  /// How it ended, and why.
  var end, reason: String

  /// - Parameter number: its place in the list.
  init(_ former: FormerAssignee, number: Int, href: String, clock: PageClock) {
    (key, name, self.href) = ("f\(number)", former.name, href)
    (accepted, ended) = (clock.time(former.since), clock.time(former.endedAt))
    onTheWay = former.onWayAt.map { clock.time($0) }
    arrived = former.arrivedAt.map { clock.time($0) }
    end = Words.Outcomes.of(former.end)
    reason = former.reason == former.end.rawValue ? "" : former.reason
    if former.way == .voice {
      reason = [Words.Outcomes.byVoice, reason].filter { !$0.utf8.isEmpty }.joined(separator: "; ")
    }
  }
}
