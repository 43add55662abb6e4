import Rollcall
import RollcallStore

/// A day on which a person is on duty or has a planned visit.
struct AttendanceDay: Sendable {
  let day: String
  let duty: Milliseconds
  let visits: Attendance

  static let table = Table<OfPerson<AttendanceDay>> {
    Column(
      "day", "The day, by the workspace's clocks. A visit belongs to the day for which it is planned."
    ) { $0.item.day }
    OfPerson<AttendanceDay>.columns("Who: everybody who was on duty or had a visit to make.")
    Column("duty_s", "Seconds on duty.") { Seconds($0.item.duty) }
    Column("planned", "Visits planned for the day.") { $0.item.visits.planned }
    Column("done", "Those that were checked in and out.") { $0.item.visits.done }
    Column("missed", "Those whose time is over, and nobody came.") { $0.item.visits.missed }
    Column("first_check_in", "Their first check-in of these visits.") { $0.item.visits.firstCheckIn }
    Column("last_check_out", "Their last check-out of these visits.") { $0.item.visits.lastCheckOut }
    Column("verified") { $0.item.visits.verdicts[.verified] ?? 0 }
    Column("doubtful") { $0.item.visits.verdicts[.doubtful] ?? 0 }
    Column("rejected", "The check-ins by what they prove of having been there.") {
      $0.item.visits.verdicts[.rejected] ?? 0
    }
  }
}

extension Report {
  /// Reports from visits.
  static let ofVisits = [
    // A row for each person and day on duty or with a planned visit, day by day.
    Report(
      "attendance", "Attendance",
      "Duty and visits of each person and day: first check-in, last check-out, what they prove.",
      cost: .people, AttendanceDay.table
    ) { scope in
      var walk = DayWalk(scope)
      return {
        guard let (day, ids) = walk.next() else { return ([], true) }
        let duty = try scope.store.reports.dutyLengths(of: ids, in: scope.workspace, day.span)
        let now = scope.store.clock()
        let rows = try ids.compactMap { id -> OfPerson<AttendanceDay>? in
          // A visit belongs to the day for which it is planned, even if it reaches into the next.
          let visits = try scope.store.visits.all(
            of: scope.workspace.id, in: day.span, responder: id, limit: .max
          ).filter { $0.planned.from >= day.span.from && $0.planned.from < day.span.to }
          let length = duty[id] ?? 0
          guard length > 0 || !visits.isEmpty else { return nil }
          return scope.of(
            id, AttendanceDay(day: day.day, duty: length, visits: Attendance(of: visits, at: now)))
        }
        return (rows, walk.isOver)
      }
    }
  ]
}
