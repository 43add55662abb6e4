/// What stands in the columns of the reports that count by day, by phone or by doubt.
extension ReportKind {
  static let flagColumns = [
    ReportColumn("id", "The position's number, as in the history."),
    ReportColumn("responder_id, responder", "Who."),
    ReportColumn("recorded_at", "When it was taken."),
    ReportColumn("received_at", "When it was on the server's disk."),
    ReportColumn("flags", "The reasons to doubt it, separated by blanks."),
    ReportColumn("lat, lng", "Degrees, WGS 84."),
    ReportColumn("accuracy_m, speed_mps", "As the phone says; empty when it does not."),
    ReportColumn("is_mock", "Whether the phone says that the position is made up: yes, no or unknown."),
    ReportColumn("time_source", "phone, corrected or server: whose word recorded_at is."),
    ReportColumn("evidence", "What each doubt was found by, in words."),
    ReportColumn("review", "What was decided about each: flag:open, flag:confirmed or flag:cleared."),
  ]

  static let attendanceColumns = [
    ReportColumn(
      "day", "The day, by the workspace's clocks. A visit belongs to the day for which it is planned."),
    ReportColumn("responder_id, responder", "Who: everybody who was on duty or had a visit to make."),
    ReportColumn("duty_s", "Seconds on duty."),
    ReportColumn("planned", "Visits planned for the day."),
    ReportColumn("done", "Those that were checked in and out."),
    ReportColumn("missed", "Those whose time is over, and nobody came."),
    ReportColumn("first_check_in", "Their first check-in of these visits."),
    ReportColumn("last_check_out", "Their last check-out of these visits."),
    ReportColumn("verified, doubtful, rejected", "The check-ins by what they prove of having been there."),
  ]

  static let availabilityColumns = [
    ReportColumn("day", "The day, by the workspace's clocks: 23 or 25 hours when they are changed."),
    ReportColumn("responder_id, responder", "Who: everybody who was on duty."),
    ReportColumn("region, profile", "As they are today."),
    ReportColumn("on_duty_s", "Seconds on duty: the sum of the next five."),
    ReportColumn("online_s", "With a fresh fix."),
    ReportColumn("degraded_s", "In contact without a fresh fix, or late."),
    ReportColumn("offline_s", "Not in contact."),
    ReportColumn(
      "unknown_s", "On duty, and nothing was known of them; also while their phone has never reported."),
    ReportColumn("not_observed_s", "Rollcall itself was away; nobody is accused for it."),
    ReportColumn(
      "online_share",
      "online_s of what was observed, on_duty_s without not_observed_s: 0 to 1; empty when nothing was."),
    ReportColumn(
      "online_duty_share, degraded_duty_share, offline_duty_share, unknown_duty_share, not_observed_duty_share",
      "The five parts, 0 to 1, of all of on_duty_s: together 1, but for rounding to thousandths."),
    ReportColumn(
      "fix_age_p95_s",
      "In 95 of 100 instants the newest fix known was at most so many seconds old; the time before a shift's first fix is left out."
    ),
    ReportColumn(
      "shifts", "Shifts in which the battery was told at least twice; one over midnight is one of both days."),
    ReportColumn("battery_used", "What the battery lost on duty, 1 = a full one; charging is not set off."),
    ReportColumn("battery_per_shift", "The same for one of these shifts."),
  ]

  static let reliabilityColumns = [
    ReportColumn("cause", "Why they fell silent, as in the report of silences."),
    ReportColumn(
      "platform, os_version, app_version",
      "The phone that was logged in when the silence began; empty where it did not say, or another app reported."
    ),
    ReportColumn("silences", "How many began in the span."),
    ReportColumn("people", "Of how many people."),
    ReportColumn("seconds", "How long altogether; those that last are counted until now."),
    ReportColumn("longest_s", "The longest."),
  ]
}
