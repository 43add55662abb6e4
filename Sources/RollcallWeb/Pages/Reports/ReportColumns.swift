/// What stands in the columns of the reports: the header of each file and the sentences beside it, said once.
extension ReportKind {
  static let gapColumns = [
    ReportColumn("responder_id, responder", "Who."),
    ReportColumn("from", "The last contact before the silence."),
    ReportColumn("to", "The next contact; empty while it lasts."),
    ReportColumn("seconds", "Its length."),
    ReportColumn("worst", "degraded or offline; empty when it fell wholly into Rollcall's own absence."),
    ReportColumn("cause", "The most certain cause for which there is evidence, else unknown."),
    ReportColumn("evidence", "What the cause rests on, with times."),
    ReportColumn(
      "backfilled_at", "When fixes arrived that closed the track; a silence itself is never closed."),
  ]

  static let transitionColumns = [
    ReportColumn("responder_id, responder", "Who."),
    ReportColumn("at", "When it became true, not when it was noticed."),
    ReportColumn("from, to", "The status before and since; from is empty for a person's first."),
    ReportColumn("rule", "The rule as a sentence."),
  ]

  static let crossingColumns = [
    ReportColumn("responder_id, responder", "Who."),
    ReportColumn("at", "The time of the position that shows it; the border was crossed at some time before."),
    ReportColumn("event", "enter or leave."),
    ReportColumn("kind", "region or outlet."),
    ReportColumn("place", "Its name; of an outlet that is gone, its number."),
    ReportColumn("outlet_id", "The outlet's number; empty for a region."),
    ReportColumn("received_at", "When that position was on the server's disk."),
  ]

  static let incidentColumns = [
    ReportColumn("id, kind, title, severity, region", "What it is; id is the number after INC-."),
    ReportColumn("state", "open, offering, assigned, unassigned, resolved or cancelled."),
    ReportColumn("opened_at", "When it was opened: the time by which it is filtered."),
    ReportColumn("first_offer_s", "Seconds from there to its first offer; empty when nobody was asked."),
    ReportColumn("accept_s", "Seconds from there to the first accept; empty when nobody accepted."),
    ReportColumn("offers", "How many were made."),
    ReportColumn("assignee", "Who has it, or had it when it ended."),
    ReportColumn("arrived_s", "Seconds from the opening to the assignee's arrival; empty when not told."),
    ReportColumn("closed_at", "When it was resolved or cancelled."),
    ReportColumn(
      "reassignments, reasons", "How often somebody lost it before it was over, and why, in order."),
  ]

  static let answerColumns = [
    ReportColumn("responder_id, responder", "Who."),
    ReportColumn(
      "offers",
      "Those that were theirs to answer: answered, expired or unreachable. Open ones, and those withdrawn before they were answered, are left out."
    ),
    ReportColumn("answered", "accepted and declined together."),
    ReportColumn("accepted", "Whatever became of the incident later."),
    ReportColumn("declined", "Answered with no."),
    ReportColumn("expired", "The phone had it, and nobody answered in time."),
    ReportColumn("unreachable", "The phone went offline, off duty or was logged out before an answer."),
    ReportColumn(
      "undelivered",
      "Those that did not reach the phone in time, or whose time was over while Rollcall itself was away; not among offers."
    ),
    ReportColumn("answer_rate", "answered of offers, 0 to 1."),
    ReportColumn(
      "median_answer_s", "From the making of an offer to the answer; empty when none was answered."),
  ]

  static let auditColumns = [
    ReportColumn("number", "The entry's place in the workspace's chain."),
    ReportColumn("at", "When it was done."),
    ReportColumn("actor, actor_name", "Who: as in the entry, and as they are called today."),
    ReportColumn("origin", "From where: an address, command line, phone or server."),
    ReportColumn("action", "What, as group.verb."),
    ReportColumn("subject, subject_name", "To whom or what; of an export, its filter."),
    ReportColumn("detail", "Further facts; of an export, its rows and the SHA-256 of the file."),
    ReportColumn("before, after", "The values that a change made different."),
    ReportColumn("hash", "SHA-256 over the entry and the hash of the one before it."),
  ]

  static let historyColumns = [
    ReportColumn("id, responder_id, responder", "The report's number, and whose it is."),
    ReportColumn(
      "recorded_at", "When the phone took it, corrected where its clock was wrong: the time that counts."),
    ReportColumn("received_at", "When it was on the server's disk."),
    ReportColumn("recorded_at_raw", "The time as the phone sent it."),
    ReportColumn("time_source", "phone, corrected or server: whose word recorded_at is."),
    ReportColumn("lat, lng", "Degrees, WGS 84."),
    ReportColumn(
      "accuracy_m, speed_mps, heading_deg, altitude_m", "As the phone says; empty when it does not."),
    ReportColumn("source", "gps, network or passive."),
    ReportColumn("battery_level", "0 to 1."),
    ReportColumn("is_mock", "Whether the phone says that the position is made up."),
    ReportColumn("signal_quality, visit_id", "As the phone says."),
    ReportColumn("queue, sequence", "Its place in the phone's queue; a missing number is a lost report."),
    ReportColumn("flags", "Reasons to doubt it, separated by blanks."),
  ]
}
