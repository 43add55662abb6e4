import Rollcall
import SQL

/// The telemetry columns of `upload`.
enum UploadTelemetry {
  static let columns: Query = """
    permission, location_services, power_mode, app_state, queue_depth, oldest_entry_age_s, network, interval_s
    """

  /// The telemetry of a row with these columns.
  static func telemetry(_ row: Row) throws -> Telemetry {
    var said = Telemetry()
    said.permission = try row["permission"]
    said.locationServices = try row["location_services"]
    said.powerMode = try row["power_mode"]
    said.appState = try row["app_state"]
    said.queueDepth = try row["queue_depth"]
    said.oldestEntryAge = try row["oldest_entry_age_s"]
    said.network = try row["network"]
    said.interval = try row["interval_s"]
    return said
  }
}
