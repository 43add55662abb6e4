import Rollcall

/// A report that can be had as CSV: a case here is all that the pages need to offer one more.
enum ReportKind: String, CaseIterable, Sendable {
  case gaps, transitions, availability, reliability, flags, attendance, crossings, incidents, answers
  case audit, history

  /// The file, under the workspace.
  var file: String { self == .history ? "history.csv" : "reports/\(rawValue).csv" }

  /// Its page, under the workspace.
  var page: String { hasOwnPage ? rawValue : "reports/\(rawValue)" }

  /// Whether it was there before there were reports, with a page and a filter of its own.
  var hasOwnPage: Bool { self == .history || self == .audit }

  /// What somebody needs to have it.
  var permission: Permission { self == .audit ? .viewAudit : .exportHistory }

  /// Whether it is made of the log alone, which is kept longer than what phones report.
  var isOfLog: Bool {
    switch self {
    case .transitions, .incidents, .answers: true
    case .gaps, .availability, .reliability, .flags, .attendance, .crossings, .audit, .history: false
    }
  }

  /// Whether it can be of the people of one region or profile.
  var isByPerson: Bool {
    switch self {
    case .gaps, .transitions, .availability, .reliability, .flags, .attendance, .crossings, .answers: true
    case .incidents, .audit, .history: false
    }
  }

  /// Whether it can be of one region: that of the people, of incidents their own.
  var isByRegion: Bool { isByPerson || self == .incidents }

  /// The header row.
  var header: [String] { heads.map(\.name) }

  /// The columns one by one, each with the sentence about it.
  var heads: [ReportColumn] {
    columns.flatMap { column in
      column.name.split(separator: ",").map { ReportColumn(String($0.trimmingPrefix(" ")), column.meaning) }
    }
  }

  var title: String {
    switch self {
    case .gaps: "Silences and gaps"
    case .transitions: "Changes of status"
    case .availability: "Availability"
    case .reliability: "Reliability of phones"
    case .flags: "Doubtful positions"
    case .attendance: "Attendance"
    case .crossings: "Entering and leaving"
    case .incidents: "Incidents"
    case .answers: "Answers to offers"
    case .audit: "Audit"
    case .history: "Positions"
    }
  }

  var about: String {
    switch self {
    case .gaps:
      "Who could not be reached, from when to when, and why: a row for each silence, and for each gap in a track without one."
    case .transitions: "Every change of status with the rule that caused it, dated when it became true."
    case .availability:
      "How much of their duty each person could be reached, how old their fix was, and what it cost the battery: a row for each person and day."
    case .reliability: "Which phones fall silent, and why: silences by cause, system and version of the app."
    case .flags: "Every position that there is a reason to doubt, with the reasons."
    case .attendance:
      "Duty and visits of each person and day: first check-in, last check-out, what they prove."
    case .crossings:
      "Who came into a region or to an outlet, and who left it: a row for each border that a position proves to be crossed."
    case .incidents:
      "Every incident opened, how quickly it found somebody, who had it, and why it was lost; drills are none."
    case .answers: "How each responder answered who was offered an incident opened in the span."
    case .audit: "Who did what, and who looked at whom, the newest first."
    case .history: "Every report of a phone, as it was sent and as Rollcall understood it."
    }
  }

  /// What stands in each column, in the order of the file.
  var columns: [ReportColumn] {
    switch self {
    case .gaps: Self.gapColumns
    case .transitions: Self.transitionColumns
    case .availability: Self.availabilityColumns
    case .reliability: Self.reliabilityColumns
    case .flags: Self.flagColumns
    case .attendance: Self.attendanceColumns
    case .crossings: Self.crossingColumns
    case .incidents: Self.incidentColumns
    case .answers: Self.answerColumns
    case .audit: Self.auditColumns
    case .history: Self.historyColumns
    }
  }
}
