import Rollcall
import RollcallStore

extension Report {
  /// A row for each person and day on duty, the days one after the other.
  func availability() -> CSVExport.NextPage {
    var walk = DayWalk(self)
    return { csv, _ in
      guard let (day, ids) = walk.next() else { return (0, true) }
      let found = try store.reports.dutyDays(of: ids, in: workspace, day.span)
      for row in found { csv.availability(day.day, row, people.people[row.responder]) }
      return (found.count, walk.isOver)
    }
  }

  /// A row for each person and day on duty or with a visit to make, the days one after the other.
  func attendance() -> CSVExport.NextPage {
    var walk = DayWalk(self)
    return { csv, zone in
      guard let (day, ids) = walk.next() else { return (0, true) }
      let duty = try store.reports.dutyLengths(of: ids, in: workspace, day.span)
      let now = store.clock()
      var rows = 0
      for id in ids {
        // A visit is of the day for which it is planned, if it reaches into the next one, too.
        let visits = try store.visits.all(of: workspace.id, in: day.span, responder: id, limit: .max)
          .filter { $0.planned.from >= day.span.from && $0.planned.from < day.span.to }
        let length = duty[id] ?? 0
        guard length > 0 || !visits.isEmpty else { continue }
        csv.attendance(day.day, id, people.name(id), length, Attendance(of: visits, at: now), &zone)
        rows += 1
      }
      return (rows, walk.isOver)
    }
  }

  /// Silences counted over all people, then a row for each cause and kind of phone.
  func reliability() -> CSVExport.NextPage {
    var rest = people.ids[...]
    var tally = SilenceTally()
    let atOnce = people(within: days)
    return { csv, _ in
      try store.reports.tallySilences(of: Array(rest.prefix(atOnce)), in: workspace.id, span, into: &tally)
      rest = rest.dropFirst(atOnce)
      guard rest.isEmpty else { return (0, false) }
      for (key, sum) in tally.ranked { csv.reliability(key, sum) }
      return (tally.sums.count, true)
    }
  }
}

/// The steps of a report by day and person: some people of one day at a time.
private struct DayWalk {
  private let ids: [Responder.ID]
  private var days: LocalDays
  private var day: (day: String, span: TimeSpan)?
  private var rest: ArraySlice<Responder.ID>

  init(_ report: Report) {
    ids = report.people.ids
    // Days that have not begun have no rows.
    let (zone, now) = (report.workspace.timeZone, report.store.clock())
    var today = LocalDays(TimeSpan(from: now, to: now.advanced(by: 2 * 86_400_000)), timeZone: zone)
    let end = today.next()?.span.to ?? now
    days = LocalDays(TimeSpan(from: report.span.from, to: min(report.span.to, end)), timeZone: zone)
    day = ids.isEmpty ? nil : days.next()
    rest = ids[...]
  }

  /// Whether there is no step left.
  var isOver: Bool { day == nil }

  /// The next step; `nil` after the last.
  mutating func next() -> (day: (day: String, span: TimeSpan), people: [Responder.ID])? {
    guard let present = day else { return nil }
    let step = Array(rest.prefix(Report.peoplePage))
    rest = rest.dropFirst(Report.peoplePage)
    if rest.isEmpty { (day, rest) = (days.next(), ids[...]) }
    return (present, step)
  }
}

extension CSVWriter {
  fileprivate mutating func availability(_ day: String, _ row: DutyDay, _ person: Responder?) {
    text(day)
    number(row.responder.rawValue)
    text(person?.name)
    text(person?.region)
    text(person?.profile)
    let shares = row.shares
    for length in [
      shares.onDuty, shares.online, shares.degraded, shares.offline, shares.unknown, shares.notObserved,
    ] { seconds(length) }
    number(shares.onlineShare.map { Self.thousandths($0) })
    for length in [shares.online, shares.degraded, shares.offline, shares.unknown, shares.notObserved] {
      number(shares.share(of: length).map { Self.thousandths($0) })
    }
    seconds(row.ages?.ninetyFifth)
    let battery = row.battery
    number(battery.map { Int64($0.shifts) })
    number(battery.flatMap { $0.shifts > 0 ? Self.thousandths($0.used) : nil })
    number(battery?.perShift.map { Self.thousandths($0) })
    endRow()
  }

  fileprivate mutating func attendance(
    _ day: String, _ id: Responder.ID, _ name: String?, _ duty: Milliseconds, _ visits: Attendance,
    _ zone: inout Zone
  ) {
    text(day)
    number(id.rawValue)
    text(name)
    seconds(duty)
    for count in [visits.planned, visits.done, visits.missed] { number(Int64(count)) }
    instant(visits.firstCheckIn, &zone)
    instant(visits.lastCheckOut, &zone)
    for word in VisitVerdict.Word.allCases { number(Int64(visits.verdicts[word] ?? 0)) }
    endRow()
  }

  fileprivate mutating func reliability(_ key: SilenceTally.Key, _ sum: SilenceTally.Sum) {
    text(key.cause.rawValue)
    text(key.phone.platform)
    text(key.phone.system)
    text(key.phone.app)
    number(Int64(sum.silences))
    number(Int64(sum.people))
    seconds(sum.length)
    seconds(sum.longest)
    endRow()
  }

  private static func thousandths(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
