extension Timetable {
  /// How many seconds clocks are ahead of UTC at an instant.
  public typealias Offset = (Timestamp) -> Int

  /// How far ahead a change is looked for, days.
  private static let lookAhead = 400

  /// The hours in which an instant lies, those that touch as one; `nil` = it lies in none. Half-open.
  public func hours(at instant: Timestamp, offset: Offset) -> TimeSpan? {
    span(endingAfter: instant, offset).flatMap { $0.from <= instant ? $0 : nil }
  }

  /// The next beginning or end after an instant; `nil` = there is none. Hours that never end are looked at again
  /// after as many days as are looked ahead.
  public func nextChange(after instant: Timestamp, offset: Offset) -> Timestamp? {
    span(endingAfter: instant, offset).map { $0.from <= instant ? $0.to : $0.from }
  }

  /// The hours that lie in a span, in order and cut to it; those that touch are one.
  public func spans(in span: TimeSpan, offset: Offset) -> [TimeSpan] {
    guard span.from < span.to else { return [] }
    var found: [TimeSpan] = []
    // Hours of the two days before may reach into the span, across a change of clocks too.
    for day in Self.day(of: span.from, offset) - 2...Self.day(of: span.to, offset) {
      for part in spans(beginningOn: day, offset).compactMap({ $0.overlap(span) }) {
        if let last = found.last, part.from <= last.to {
          found[found.count - 1] = TimeSpan(from: last.from, to: max(last.to, part.to))
        } else {
          found.append(part)
        }
      }
    }
    return found
  }

  /// The first hours that end after an instant.
  private func span(endingAfter instant: Timestamp, _ offset: Offset) -> TimeSpan? {
    var found: TimeSpan?
    for day in days(around: Self.day(of: instant, offset)) {
      for span in spans(beginningOn: day, offset) {
        if let known = found, span.from <= known.to {
          found = TimeSpan(from: known.from, to: max(known.to, span.to))
        } else if let known = found, known.to > instant {
          return known
        } else {
          found = span
        }
      }
      if let known = found, known.to > instant, Self.start(of: day + 1, offset) > known.to { return known }
    }
    return found.flatMap { $0.to > instant ? $0 : nil }
  }

  /// The days on which hours may begin that matter, in order.
  private func days(around day: Int) -> [Int] {
    let dates = exceptions.map(\.date.daysSince1970).filter { $0 >= day - 2 }
    guard !hours.isEmpty else { return Set(dates).sorted() }
    return Array(day - 8...day + Self.lookAhead)
  }

  /// The hours that begin on a day, in order.
  private func spans(beginningOn day: Int, _ offset: Offset) -> [TimeSpan] {
    let date = CivilDate(daysSince1970: day)
    let others = exceptions.filter { $0.date == date }
    // 1970-01-01 was a Thursday.
    let weekday = ((day + 3) % 7 + 7) % 7 + 1
    let times =
      others.isEmpty
      ? hours.filter { $0.days.contains(weekday) }.map { ($0.from, $0.to) } : others.compactMap(\.hours)
    return times.compactMap { from, to in
      let next = to.minute <= from.minute ? 1 : 0
      let begin = Self.instants(day: day, minute: from.minute, offset).first
      let end = Self.instants(day: day + next, minute: to.minute, offset).last
      return begin < end ? TimeSpan(from: begin, to: end) : nil
    }.sorted { $0.from < $1.from }
  }

  /// The first and the last instant at which clocks show a time. A time that they skip is the first instant
  /// after the gap.
  static func instants(
    day: Int, minute: Int, _ offset: Offset
  ) -> (first: Timestamp, last: Timestamp) {
    let local = Timestamp(milliseconds: Int64(day) * 86_400_000 + Int64(minute) * 60_000)
    let around = [-86_400_000, 86_400_000].map { offset(local.advanced(by: $0)) }
    let shown = around.map { local.advanced(by: -Int64($0) * 1_000) }
      .filter { Int64(offset($0)) * 1_000 == local.since($0) }
    if let first = shown.min(), let last = shown.max() { return (first, last) }
    let gap = firstAfterGap(local, before: around[0], offset)
    return (gap, gap)
  }

  /// The instant at which clocks are put forward over a local time.
  private static func firstAfterGap(_ local: Timestamp, before: Int, _ offset: Offset) -> Timestamp {
    var (low, high) = (local.advanced(by: -86_400_000), local.advanced(by: 86_400_000))
    while high.since(low) > 1 {
      let middle = low.advanced(by: high.since(low) / 2)
      if offset(middle) == before { low = middle } else { high = middle }
    }
    return high
  }

  /// The local day of an instant.
  private static func day(of instant: Timestamp, _ offset: Offset) -> Int {
    let local = instant.milliseconds + Int64(offset(instant)) * 1_000
    return Int(local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000)
  }

  private static func start(of day: Int, _ offset: Offset) -> Timestamp {
    instants(day: day, minute: 0, offset).first
  }
}
