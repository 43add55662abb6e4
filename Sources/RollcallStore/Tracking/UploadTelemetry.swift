import GRDB
import Rollcall

/// The telemetry columns of `upload`.
enum UploadTelemetry {
  static let columns = """
    permission, location_services, power_mode, app_state, queue_depth, oldest_entry_age_s, network, interval_s
    """

  static func telemetry(_ row: Row) -> Telemetry {
    func word<Word: RawRepresentable<String>>(_ column: String) -> Word? {
      (row[column] as String?).flatMap(Word.init(rawValue:))
    }
    var said = Telemetry()
    said.permission = word("permission")
    said.locationServices = row["location_services"]
    said.powerMode = word("power_mode")
    said.appState = word("app_state")
    said.queueDepth = row["queue_depth"]
    said.oldestEntryAge = row["oldest_entry_age_s"]
    said.network = word("network")
    said.interval = row["interval_s"]
    return said
  }
}
