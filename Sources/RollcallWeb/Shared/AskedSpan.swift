import Rollcall

/// The span of a filter's `from` and `to`: days, days with a time, or instants, half-open; the last 24 hours when
/// they are empty.
struct AskedSpan {
  /// The span; meaningless while there are problems.
  let span: TimeSpan
  /// The problems, for people; empty when there are none.
  let problems: [String]

  /// Reads both words; times without zone are the workspace's.
  init(from: String, to: String, in workspace: Workspace, now: Timestamp) {
    let ends = AskedEnds(from: from, to: to, Zone(workspace.timeZone))
    // Half-open: one past now, to include data of this very millisecond.
    let end = ends.last ?? now.advanced(by: 1)
    let start = ends.first ?? min(end, now).advanced(by: -86_400_000)
    span = TimeSpan(from: start, to: end)
    problems = ends.problems.isEmpty && start >= end ? [Words.Spans.wrongOrder] : ends.problems
  }
}

/// Both ends of a span as they were asked for; the second is after the first, or that is a problem.
struct AskedEnds {
  /// `nil` = none was given, or it cannot be understood.
  let first, last: Timestamp?
  /// The problems, for people; empty when there are none.
  let problems: [String]

  init(from: String, to: String, _ zone: Zone) {
    (first, last) = (zone.instant(from), zone.end(to))
    var problems: [String] = []
    func check(_ text: String, _ found: Timestamp?, _ wrong: String, _ needsDay: String) {
      guard found == nil, !text.utf8.isEmpty else { return }
      problems.append(text.utf8.first == UInt8(ascii: "T") ? needsDay : wrong)
    }
    check(from, first, Words.Spans.wrongFrom, Words.Spans.fromNeedsDay)
    check(to, last, Words.Spans.wrongTo, Words.Spans.toNeedsDay)
    if let first, let last, first >= last { problems.append(Words.Spans.wrongOrder) }
    self.problems = problems
  }

  /// Whether an end was asked for, and understood.
  var isSpan: Bool { first != nil || last != nil }
}

/// The time of a page that shows one day unless another time is asked for: `day`, or `from` and `to`.
struct AskedDays {
  /// The time; that of today while there is a problem.
  let span: TimeSpan
  /// The local day in which it begins.
  let day: CivilDate
  /// Whether it is all of that day and nothing else.
  let isDay: Bool
  /// The problem, for people; empty when there is none.
  let problem: String

  /// The longest time that a page shows.
  enum Most: Sendable {
    case hours(Int64), days(Int64)
  }

  /// A day or an end alone means all of its day.
  init(day: String, from: String, to: String, in workspace: Workspace, _ clock: PageClock, most: Most) {
    let asked = Self.ends(day: day, from: from, to: to, Zone(workspace.timeZone), clock)
    let today = clock.local(clock.now).date
    let problem = asked.problem.utf8.isEmpty ? Self.problem(asked.span, most) : asked.problem
    self.init(problem.utf8.isEmpty ? asked.span : Self.whole(today, clock), clock, problem: problem)
  }

  /// A time that needs not be read.
  init(_ span: TimeSpan, _ clock: PageClock, problem: String = "") {
    (self.span, self.problem) = (span, problem)
    day = clock.local(span.from).date
    isDay = span == Self.whole(day, clock)
  }

  /// A whole local day.
  static func whole(_ day: CivilDate, _ clock: PageClock) -> TimeSpan {
    TimeSpan(from: clock.start(of: day), to: clock.start(of: day.next))
  }

  private static func ends(
    day: String, from: String, to: String, _ zone: Zone, _ clock: PageClock
  ) -> (span: TimeSpan, problem: String) {
    let today = whole(clock.local(clock.now).date, clock)
    guard from.utf8.isEmpty, to.utf8.isEmpty else {
      let ends = AskedEnds(from: from, to: to, zone)
      guard ends.problems.isEmpty else { return (today, ends.problems.joined(separator: " ")) }
      let first = ends.first ?? ends.last.map { whole(clock.local($0.advanced(by: -1)).date, clock).from }
      let last = ends.last ?? ends.first.map { whole(clock.local($0).date, clock).to }
      guard let first, let last, first < last else { return (today, Words.Spans.wrongOrder) }
      return (TimeSpan(from: first, to: last), "")
    }
    guard !day.utf8.isEmpty else { return (today, "") }
    guard let day = CivilDate(isoDay: day) else { return (today, Words.Spans.wrongDay) }
    return (whole(day, clock), "")
  }

  private static func problem(_ span: TimeSpan, _ most: Most) -> String {
    switch most {
    case .hours(let hours): span.length > hours * 3_600_000 ? Words.Spans.tooLong(hours: hours) : ""
    // A day of 25 hours still counts as one day.
    case .days(let days):
      span.length > days * 86_400_000 + 3_600_000 ? Words.Spans.tooManyDays(days) : ""
    }
  }
}
