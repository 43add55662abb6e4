import Rollcall

/// The range of a person's time: all of it is in the URL.
struct TimelineFilter: Hashable, Sendable {
  /// A stretch that ends now; the raw value is the word in the URL.
  enum Length: String, CaseIterable, Sendable {
    case sixHours = "6h"
    case day = "24h"
    case week = "7d"
    case month = "30d"
    case quarter = "90d"

    private var hours: Int64 {
      switch self {
      case .sixHours: 6
      case .day: 24
      case .week: 7 * 24
      case .month: 30 * 24
      case .quarter: 90 * 24
      }
    }

    var milliseconds: Milliseconds { hours * 3_600_000 }

    /// The step in which its end moves: at most a pixel or two, so that an open page is not redrawn every
    /// second.
    var step: Milliseconds { hours <= 24 ? 60_000 : self == .week ? 600_000 : 3_600_000 }

    /// `24 h`, `7 d`.
    var label: String { hours <= 24 ? "\(hours) h" : "\(hours / 24) d" }
    /// `Last 24 hours`.
    var title: String { hours <= 24 ? Words.Timeline.lastHours(hours) : Words.Timeline.lastDays(hours / 24) }
  }

  /// The length up to now, when `from` and `to` are empty.
  var length = Length.day
  /// The first instant or local day, and the first after it, as in the URL; may be empty.
  var from = "", to = ""

  /// Reads the pairs of a query: `range=7d`, or `from` and `to`, or `day=2026-11-20`.
  init(_ pairs: [(name: String, value: String)] = []) {
    for (name, value) in pairs {
      switch name {
      case "range": length = Length(rawValue: value) ?? .day
      case "from": from = value
      case "to": to = value
      case "day": if let day = CivilDate(isoDay: value) { self = TimelineFilter(day: day) }
      default: continue
      }
    }
  }

  init(day: CivilDate) { (from, to) = (day.isoDay, day.next.isoDay) }

  /// Whether it does not move with time.
  var isFixed: Bool { !from.utf8.isEmpty || !to.utf8.isEmpty }

  /// The range; `nil` when `from` or `to` cannot be understood or the range is empty.
  ///
  /// A range that ends now is extended to the next whole minute, ten minutes or hour: pass this span to the
  /// drawing, and let spans in progress end at or after now.
  /// - Parameters:
  ///   - end: reads the end, where clocks may show a time twice; `nil` = as `read`.
  ///   - read: reads an instant, or the beginning of a local day.
  func span(
    now: Timestamp, end readEnd: ((String) -> Timestamp?)? = nil, read: (String) -> Timestamp?
  ) -> TimeSpan? {
    guard isFixed else {
      let end = now.ceiling(to: length.step)
      return TimeSpan(from: end.advanced(by: -length.milliseconds), to: end)
    }
    let end = to.utf8.isEmpty ? now.ceiling(to: 60_000) : readEnd.map { $0(to) } ?? read(to)
    guard let end else { return nil }
    let start = from.utf8.isEmpty ? end.advanced(by: -Length.day.milliseconds) : read(from)
    guard let start, start < end else { return nil }
    return TimeSpan(from: start, to: end)
  }

  /// The query with this range; empty for the last 24 hours.
  var query: URLQuery {
    var query = URLQuery()
    if isFixed {
      query.add("from", from)
      query.add("to", to)
    } else {
      query.add("range", length == .day ? "" : length.rawValue)
    }
    return query
  }
}

extension Timestamp {
  /// The first multiple of `step` at or after this instant.
  func ceiling(to step: Milliseconds) -> Timestamp {
    let rest = milliseconds % step
    return rest == 0 ? self : advanced(by: rest > 0 ? step - rest : -rest)
  }
}

extension CivilDate {
  var previous: CivilDate { CivilDate(daysSince1970: daysSince1970 - 1) }
  var next: CivilDate { CivilDate(daysSince1970: daysSince1970 + 1) }
}

/// Links from one range of a timeline to the others.
struct TimelineDays {
  /// `Last 24 hours`, `20 Nov`, `20 Nov – 22 Nov 12:00`.
  private(set) var title = ""
  /// What paper adds to it: ` (Fri 20 Nov 2026)`; empty for a range that moves.
  private(set) var printed = ""
  private(set) var ranges: [Link] = []
  /// Where a range that does not move begins and ends, in the form.
  private(set) var times: [SpanField]
  /// The days before and after; empty for the future.
  private(set) var previous = "", next = ""

  init(_ filter: TimelineFilter, span: TimeSpan?, path: String, clock: PageClock) {
    let now = clock.local(clock.now).date
    times = [
      SpanField("from", Words.Spans.from, .from, text: filter.from, clock),
      SpanField("to", Words.Spans.to, .to, text: filter.to, clock),
    ]
    ranges = TimelineFilter.Length.allCases.map { length in
      var other = TimelineFilter()
      other.length = length
      return Link(
        label: length.label, href: other.query.link(path),
        isCurrent: !filter.isFixed && filter.length == length)
    }
    let link = { (day: CivilDate) in TimelineFilter(day: day).query.link(path) }
    guard let span, filter.isFixed else {
      title = filter.isFixed ? "Timeline" : filter.length.title
      previous = link(now.previous)
      return
    }
    printed = " (\(clock.span(span.from..<span.to)))"
    let first = clock.local(span.from).date
    let after = clock.local(span.to.advanced(by: -1)).date.next
    let isDay =
      after == first.next && clock.start(of: first) == span.from && clock.start(of: after) == span.to
    title =
      isDay
      ? first == now ? "Today" : clock.local(span.from).day(today: now)
      : "\(clock.minute(span.from).text) – \(clock.minute(span.to).text)"
    previous = link(first.previous)
    next = after.daysSince1970 <= now.daysSince1970 ? link(after) : ""
  }
}

extension LocalTime {
  /// `Fri 20 Nov`, with the year if it is another one.
  func day(today: CivilDate) -> String {
    year == Int64(today.year) ? "\(TimelineTicks.weekday(date)) \(dayAndMonth)" : dayAndYear
  }

  /// `Fri 20 Nov 2026`.
  var dayAndYear: String { "\(TimelineTicks.weekday(date)) \(dayAndMonth) \(year)" }
}
