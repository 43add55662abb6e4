import GRDB
import Rollcall

/// The telemetry columns of `upload`.
enum UploadTelemetry {
  static let columns = """
    permission, location_services, power_mode, app_state, queue_depth, oldest_entry_age_s, network, interval_s
    """

  /// The telemetry of a row that begins with these columns.
  static func telemetry(_ row: Row) -> Telemetry {
    func word<Word: RawRepresentable<String>>(_ column: Int) -> Word? {
      (row[column] as String?).flatMap(Word.init(rawValue:))
    }
    var said = Telemetry()
    said.permission = word(0)
    said.locationServices = row[1]
    said.powerMode = word(2)
    said.appState = word(3)
    said.queueDepth = row[4]
    said.oldestEntryAge = row[5]
    said.network = word(6)
    said.interval = row[7]
    return said
  }
}
