import Rollcall
import RollcallStore

/// A day of a person on duty.
struct PersonDay: Sendable {
  let day: String
  let duty: DutyDay
  let person: Responder?
}

extension Report {
  /// Totals over days and people.
  static let ofDays = [
    // A row for each person and day on duty, day by day.
    Report(
      "availability", "Availability",
      "How much of their duty each person could be reached, how old their fix was, and what it cost the battery: a row for each person and day.",
      cost: .people,
      Table<PersonDay> {
        Column("day", "The day, by the workspace's clocks: 23 or 25 hours when they are changed.") { $0.day }
        Column("responder_id") { $0.duty.responder }
        Column("responder", "Who: everybody who was on duty.") { $0.person?.name }
        Column("region") { $0.person?.region }
        Column("profile", "As they are today.") { $0.person?.profile }
        Column("on_duty_s", "Seconds on duty: the sum of the five after planned_s.") {
          Seconds($0.duty.shares.onDuty)
        }
        Column(
          "planned_s",
          "Seconds of the hours of their timetable, as it was then, until now; empty without a timetable. Whoever was planned and never came has a row, too."
        ) { $0.duty.planned.map { Seconds($0) } }
        Column("online_s", "With a fresh fix.") { Seconds($0.duty.shares.online) }
        Column("degraded_s", "In contact without a fresh fix, or late.") { Seconds($0.duty.shares.degraded) }
        Column("offline_s", "Not in contact.") { Seconds($0.duty.shares.offline) }
        Column(
          "unknown_s",
          "On duty, and nothing was known of them; also while their phone has never reported."
        ) { Seconds($0.duty.shares.unknown) }
        Column("not_observed_s", "Rollcall itself was away; nobody is accused for it.") {
          Seconds($0.duty.shares.notObserved)
        }
        Column(
          "online_share",
          "online_s of what was observed, on_duty_s without not_observed_s: 0 to 1; empty when nothing was."
        ) { $0.duty.shares.onlineShare.map { Thousandths($0) } }
        Column("online_duty_share") { $0.duty.shares.share(\.online) }
        Column("degraded_duty_share") { $0.duty.shares.share(\.degraded) }
        Column("offline_duty_share") { $0.duty.shares.share(\.offline) }
        Column("unknown_duty_share") { $0.duty.shares.share(\.unknown) }
        Column(
          "not_observed_duty_share",
          "The five parts, 0 to 1, of all of on_duty_s: together 1, but for rounding to thousandths."
        ) { $0.duty.shares.share(\.notObserved) }
        Column(
          "fix_age_p95_s",
          "In 95 of 100 instants the newest fix known was at most so many seconds old; the time before a shift's first fix is left out."
        ) { $0.duty.ages?.ninetyFifth.map { Seconds($0) } }
        Column(
          "shifts",
          "Shifts in which the battery was told at least twice; one over midnight is one of both days."
        ) { $0.duty.battery?.shifts }
        Column(
          "battery_used", "What the battery lost on duty, 1 = a full one; charging is not set off."
        ) { day in day.duty.battery.flatMap { $0.shifts > 0 ? Thousandths($0.used) : nil } }
        Column("battery_per_shift", "The same for one of these shifts.") {
          $0.duty.battery?.perShift.map { Thousandths($0) }
        }
      }
    ) { scope in
      var walk = DayWalk(scope)
      return {
        guard let (day, ids) = walk.next() else { return ([], true) }
        let found = try scope.store.reports.dutyDays(of: ids, in: scope.workspace, day.span)
        let rows = found.map {
          PersonDay(day: day.day, duty: $0, person: scope.people.people[$0.responder])
        }
        return (rows, walk.isOver)
      }
    },
    // Silences counted over all people, then a row for each cause and kind of phone.
    Report(
      "reliability", "Reliability of phones",
      "Which phones fall silent, and why: silences by cause, system, version of the app and maker.",
      cost: .daysOfPeople,
      Table<(key: SilenceTally.Key, sum: SilenceTally.Sum)> {
        Column("cause", "Why they fell silent, as in the report of silences.") { $0.key.cause.rawValue }
        Column("platform") { $0.key.phone.platform }
        Column("os_version") { $0.key.phone.system }
        Column(
          "app_version",
          "The phone that was logged in when the silence began; empty where it did not say, or another app reported."
        ) { $0.key.phone.app }
        Column("maker", "Who made the phone, by the name it gives itself; empty where that is not known.") {
          $0.key.phone.maker
        }
        Column("silences", "How many began in the span.") { $0.sum.silences }
        Column("people", "Of how many people.") { $0.sum.people }
        Column("seconds", "How long altogether; those that last are counted until now.") {
          Seconds($0.sum.length)
        }
        Column("longest_s", "The longest.") { Seconds($0.sum.longest) }
      }
    ) { scope in
      var rest = scope.people.ids[...]
      var tally = SilenceTally()
      return {
        try scope.store.reports.tallySilences(
          of: Array(rest.prefix(scope.peopleAtOnce)), in: scope.workspace.id, scope.span, into: &tally)
        rest = rest.dropFirst(scope.peopleAtOnce)
        return rest.isEmpty ? (tally.ranked.map { (key: $0.0, sum: $0.1) }, true) : ([], false)
      }
    },
  ]
}

extension DutyShares {
  /// A part of the duty, 0…1; empty without any duty.
  fileprivate func share(_ part: KeyPath<DutyShares, Milliseconds>) -> Thousandths? {
    share(of: self[keyPath: part]).map { Thousandths($0) }
  }
}

/// The steps of a report by day and person: some people of one day at a time.
struct DayWalk {
  private let ids: [Responder.ID]
  private var days: LocalDays
  private var day: (day: String, span: TimeSpan)?
  private var rest: ArraySlice<Responder.ID>

  init(_ scope: ReportScope) {
    ids = scope.people.ids
    // Days that have not begun have no rows.
    let (zone, now) = (scope.workspace.timeZone, scope.store.clock())
    var today = LocalDays(TimeSpan(from: now, to: now.advanced(by: 2 * 86_400_000)), timeZone: zone)
    let end = today.next()?.span.to ?? now
    days = LocalDays(TimeSpan(from: scope.span.from, to: min(scope.span.to, end)), timeZone: zone)
    day = ids.isEmpty ? nil : days.next()
    rest = ids[...]
  }

  /// Whether there is no step left.
  var isOver: Bool { day == nil }

  /// The next step; `nil` after the last.
  mutating func next() -> (day: (day: String, span: TimeSpan), people: [Responder.ID])? {
    guard let present = day else { return nil }
    let step = Array(rest.prefix(ReportScope.peoplePage))
    rest = rest.dropFirst(ReportScope.peoplePage)
    if rest.isEmpty { (day, rest) = (days.next(), ids[...]) }
    return (present, step)
  }
}
