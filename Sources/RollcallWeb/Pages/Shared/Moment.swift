import Rollcall

/// An instant on a page: a short text, the exact instant for machines, and the one to the second on hover.
struct Moment: PagePart, Hashable {
  /// The text: `12 min ago`, `11:52:07`, `never`.
  var text: String
  /// RFC 3339, UTC, milliseconds; empty when there is no instant.
  var iso: String
  var full: String
  /// `age` or `span` when the text must follow the clock, else empty.
  var ticks: String
  /// What paper adds before and behind the text, which must still be understood next year; may be empty. To a text
  /// that follows the clock it adds `full`.
  var before = "", after = ""

  static let never = Moment(text: "never", iso: "", full: "", ticks: "")
  /// An empty moment.
  static let none = Moment(text: Words.none, iso: "", full: "", ticks: "")
}

/// The clock of a page: the instant, and the zone of the workspace.
struct PageClock: Sendable {
  let now: Timestamp
  /// Seconds ahead of UTC at an instant, in the workspace's time zone.
  private let offset: @Sendable (Timestamp) -> Int
  private let today: LocalTime
  /// Whether texts follow the passing time.
  let isTicking: Bool

  /// A clock at `now`; `offset` gives the seconds by which the workspace's clocks are ahead of UTC at an
  /// instant.
  ///
  /// - Parameter isTicking: whether an open page follows the time; not for a past moment.
  init(now: Timestamp, isTicking: Bool = true, offset: @escaping @Sendable (Timestamp) -> Int) {
    self.now = now
    self.offset = offset
    self.isTicking = isTicking
    today = LocalTime(now, offset: offset(now))
  }

  /// `12 min ago`, ticking; `never` without an instant.
  func age(of instant: Timestamp?) -> Moment {
    passed(instant, ticks: "age", otherwise: .never) { Words.age(of: $0, now: now) }
  }

  /// `12 min`, ticking: how long something has lasted since `instant`.
  func span(since instant: Timestamp?) -> Moment {
    passed(instant, ticks: "span", otherwise: .none) { Words.duration(now.since($0)) }
  }

  /// `11:52:07`, with the day when it is not today; `never` without an instant.
  func time(_ instant: Timestamp?) -> Moment {
    moment(instant) { $0.clock(today: today) }
  }

  /// `20 Nov 11:52`, or `11:52` when it is today's: for spans of minutes and hours.
  func minute(_ instant: Timestamp?) -> Moment {
    moment(instant) { $0.minutes(today: today) }
  }

  /// The end of a span: without the day if the beginning has the same.
  func minute(_ instant: Timestamp, after start: Timestamp) -> Moment {
    guard local(instant).date == local(start).date else { return minute(instant) }
    var end = moment(instant) { $0.minutes }
    (end.before, end.after) = ("", "")
    return end
  }

  /// `21 Nov 2026 11:52:07`, always with day and year: for sentences about the past, which are read on paper, too.
  func dated(_ instant: Timestamp) -> String { local(instant).dated }

  /// How many seconds its clocks are ahead of UTC at an instant.
  func offset(at instant: Timestamp) -> Int { offset(instant) }

  func local(_ instant: Timestamp) -> LocalTime { LocalTime(instant, offset: offset(instant)) }

  /// The instant in a form's field of date and time, `2026-11-21T11:52` or with seconds; `nil` for any other
  /// text. A time that clocks skip means the one after; of one that they show twice the first counts, or the
  /// second where it ends a span.
  func instant(field: String, isEnd: Bool = false) -> Timestamp? {
    let bytes = Array(field.utf8)
    guard bytes.count == 16 || bytes.count == 19, bytes[10] == UInt8(ascii: "T"),
      let day = CivilDate(isoDay: String(decoding: bytes[..<10], as: UTF8.self))
    else { return nil }
    var parts = bytes[11...].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
      digits in
      digits.count == 2 && digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        ? digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } : 60
    }
    if parts.count == 2 { parts.append(0) }
    guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
    let length = ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000
    let wall = Timestamp(milliseconds: Int64(day.daysSince1970) * 86_400_000 + length)
    let shown = shown(wall)
    return (isEnd ? shown.max() : shown.min()) ?? wall.advanced(by: -offsets(around: wall)[0])
  }

  /// `02:10`, and `02:10 +01:00` when clocks show that time twice on the day.
  func minutes(_ instant: Timestamp) -> String {
    let local = local(instant)
    let wall = instant.advanced(by: Int64(offset(instant)) * 1_000)
    return shown(wall).count > 1 ? "\(local.minutes) \(local.zone)" : local.minutes
  }

  /// The instants at which clocks show a time: none where they skip it, two where they show it twice.
  private func shown(_ wall: Timestamp) -> Set<Timestamp> {
    Set(
      offsets(around: wall).filter { Int64(offset(wall.advanced(by: -$0))) * 1_000 == $0 }.map {
        wall.advanced(by: -$0)
      })
  }

  /// The offsets of the days around it, milliseconds: one of the two applies, both when clocks show the time
  /// twice.
  private func offsets(around wall: Timestamp) -> [Milliseconds] {
    [-86_400_000, 86_400_000].map { Int64(offset(wall.advanced(by: $0))) * 1_000 }
  }

  /// The first instant of a local day; days begin after midnight where clocks are put forward at midnight.
  func start(of day: CivilDate) -> Timestamp { day.start(offset: offset) }

  private func passed(
    _ instant: Timestamp?, ticks: String, otherwise: Moment, text: (Timestamp) -> String
  ) -> Moment {
    guard let instant else { return otherwise }
    let full = local(instant).second
    return Moment(
      text: text(instant), iso: LocalTime.iso(instant), full: full, ticks: isTicking ? ticks : "",
      after: isTicking ? "" : " (\(full))")
  }

  private func moment(_ instant: Timestamp?, _ text: (LocalTime) -> String) -> Moment {
    guard let instant else { return .never }
    let local = local(instant)
    let (before, after) = local.lacking(today: today)
    return Moment(
      text: text(local), iso: LocalTime.iso(instant), full: local.second, ticks: "", before: before,
      after: after)
  }
}

/// The time at which a page that updates itself was made: its instant for the browser, its text, and its age.
struct PageStamp: PageHead {
  var now: String
  var asOf, age: Moment

  init(_ clock: PageClock, asOf: Timestamp? = nil) {
    now = LocalTime.iso(clock.now)
    (self.asOf, age) = (clock.time(asOf ?? clock.now), clock.age(of: asOf ?? clock.now))
  }
}
