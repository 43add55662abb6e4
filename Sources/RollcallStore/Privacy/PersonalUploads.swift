import Columns
import Rollcall
import SQL

/// A responder's uploads in an export, with what the phone said of itself.
enum PersonalUploads {
  /// Their name in the file.
  static let name = "upload"

  /// The next uploads after a place, at most `limit`, and the place of the last one.
  static func page(
    of id: Responder.ID, after last: RowPlace?, limit: Int, _ db: Database
  ) throws -> (rows: [[(name: String, value: PersonalExport.Value)]], last: RowPlace?) {
    var (found, end): ([[(name: String, value: PersonalExport.Value)]], RowPlace?) = ([], nil)
    try db.track.walkUploads(id, in: Track.range(last?.next ?? .first, .last), .all) { rows, row in
      found.append(values(rows, row))
      end = rows.place(row)
      return found.count < limit
    }
    return (found, end)
  }

  private static func values(
    _ rows: Rows<UploadColumn>, _ row: Int
  ) -> [(name: String, value: PersonalExport.Value)] {
    func instant(_ column: UploadColumn) -> PersonalExport.Value {
      rows.integer(column, row).map { .instant(Timestamp(milliseconds: $0)) } ?? .none
    }
    func integer(_ column: UploadColumn) -> PersonalExport.Value {
      rows.integer(column, row).map { .integer($0) } ?? .none
    }
    func number(_ column: UploadColumn) -> PersonalExport.Value {
      rows.double(column, row).map { .number($0) } ?? .none
    }
    func word(_ word: String?) -> PersonalExport.Value { word.map { .text($0) } ?? .none }
    let said = rows.telemetry(row)
    return [
      ("received_at", instant(.receivedAt)), ("sent_at", instant(.sentAt)), ("stored", integer(.stored)),
      ("duplicates", integer(.duplicates)), ("expired", integer(.expired)), ("rejected", integer(.rejected)),
      ("permission", word(said.permission?.rawValue)), ("location_services", integer(.locationServices)),
      ("power_mode", word(said.powerMode?.rawValue)), ("app_state", word(said.appState?.rawValue)),
      ("queue_depth", integer(.queueDepth)), ("oldest_entry_age_s", number(.oldestEntryAge)),
      ("network", word(said.network?.rawValue)), ("interval_s", number(.interval)),
      ("confirmed_at", instant(.confirmedAt)), ("known_battery", number(.knownBattery)),
      ("low_power", integer(.lowPower)), ("backlog", integer(.backlog)),
    ]
  }
}
