import SQL

/// A table whose rows have an id: unique in the whole installation, and never used again after its row is
/// gone.
///
/// The raw value is the table's name.
enum NumberedTable: String, CaseIterable, DatabaseValueConvertible {
  case absence
  case adapterDevice = "adapter_device"
  case alert
  case alertAct = "alert_act"
  case apiKey = "api_key"
  case assignment
  case channel
  case consoleSession = "console_session"
  case crossing
  case denial
  case deviceEvent = "device_event"
  case doubtReview = "doubt_review"
  case drillPerson = "drill_person"
  case dutyChange = "duty_change"
  case event
  case eventActivity = "event_activity"
  case exportBegun = "export_begun"
  case hold
  case incident
  case incidentStep = "incident_step"
  case incidentTemplate = "incident_template"
  case invitation
  case member
  case notice
  case noticeAttempt = "notice_attempt"
  case offer
  case outlet
  case ownLink = "own_link"
  case phoneSession = "phone_session"
  case privacyRequest = "privacy_request"
  case pushChannel = "push_channel"
  case pushJob = "push_job"
  case region
  case reportSchedule = "report_schedule"
  case responder
  case screen
  case silence
  case statementMail = "statement_mail"
  case transition
  case visit
  case visitCheck = "visit_check"
  case workspace
}

extension WriteTransaction {
  /// The id of a row about to be inserted: 1, 2, 3 …
  func next<ID: DatabaseValueConvertible>(_ table: NumberedTable, as type: ID.Type = ID.self) throws -> ID {
    try db.next(table)
  }

  /// Reserves the ids of several rows in one step.
  func next(_ table: NumberedTable, count: Int) throws -> Range<Int64> {
    guard count > 0 else { return 0..<0 }
    let last = try db.next(table, count: count, as: Int64.self)
    return last - Int64(count) + 1..<last + 1
  }
}

extension Database {
  /// The same on a connection inside a transaction. A rollback returns the id together with the row.
  ///
  /// - Parameter count: how many are reserved; the last of them is returned.
  func next<ID: DatabaseValueConvertible>(
    _ table: NumberedTable, count: Int = 1, as type: ID.Type = ID.self
  ) throws -> ID {
    try inserted(
      """
      INSERT INTO id_counter (name, last) VALUES (\(table), \(count))
      ON CONFLICT (name) DO UPDATE SET last = id_counter.last + excluded.last RETURNING last
      """)
  }
}

extension NumberedTable {
  /// Problems of the counters, in words: a counter below an id of its table would issue that id again.
  static func problems(_ db: Database) throws -> [String] {
    try allCases.compactMap { table in
      let name = Query(trusted: table.rawValue)
      let greatest = try db.first("SELECT max(id) FROM \(name)", as: Int64.self) ?? 0
      let last = try db.first("SELECT last FROM id_counter WHERE name = \(table)", as: Int64.self) ?? 0
      guard greatest > last else { return nil }
      return
        "\(table.rawValue): the counter of ids stands at \(last), although there is a row with the id \(greatest)"
    }
  }
}
