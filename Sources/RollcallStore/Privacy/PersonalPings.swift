import Columns
import Rollcall
import SQL

/// A responder's positions in an export, as they were sent.
enum PersonalPings {
  /// Their name in the file, and what they are.
  static let (name, words) = ("ping", "Positions")

  /// What is told of each, in this order.
  static let told: [(name: String, column: PingColumn)] = [
    ("sequence", .sequence), ("recorded_at_raw", .recordedAt), ("effective_at", .effectiveAt),
    ("received_at", .receivedAt), ("time_source", .timeSource), ("lat", .latitude), ("lng", .longitude),
    ("is_mock", .isMock), ("accuracy_m", .accuracy), ("speed_mps", .speed), ("heading_deg", .heading),
    ("altitude_m", .altitude), ("source", .source), ("battery_level", .battery), ("signal_quality", .signal),
    ("visit_id", .visit), ("fix_age_s", .fixAge), ("on_duty", .onDuty), ("flags", .flags),
    ("confirmed_at", .confirmedAt),
  ]

  private static let doubles: Set<PingColumn> = [
    .latitude, .longitude, .accuracy, .speed, .heading, .altitude, .battery, .fixAge,
  ]

  /// The next positions after a place, at most `limit`, and the place of the last one.
  static func page(
    of id: Responder.ID, after last: RowPlace?, limit: Int, _ db: Database
  ) throws -> (rows: [[(name: String, value: PersonalExport.Value)]], last: RowPlace?) {
    var (found, end): ([[(name: String, value: PersonalExport.Value)]], RowPlace?) = ([], nil)
    try db.track.walk(id, in: Track.range(last?.next ?? .first, .last), .all) { rows, row in
      found.append(told.map { ($0.name, value(of: $0.column, named: $0.name, rows, row)) })
      end = rows.place(row)
      return found.count < limit
    }
    return (found, end)
  }

  private static func value(
    of column: PingColumn, named name: String, _ rows: Rows<PingColumn>, _ row: Int
  ) -> PersonalExport.Value {
    if doubles.contains(column) { return rows.double(column, row).map { .number($0) } ?? .none }
    guard let number = rows.integer(column, row) else { return .none }
    return PersonalTable.isInstant(name) ? .instant(Timestamp(milliseconds: number)) : .integer(number)
  }
}
