import Rollcall
import RollcallStore
import RollcallWire

/// The columns of the history, as CSV and as JSON.
enum HistoryColumns {
  static let names = [
    "id", "responder_id", "responder", "recorded_at", "received_at", "recorded_at_raw", "time_source", "lat",
    "lng",
    "accuracy_m", "speed_mps", "heading_deg", "altitude_m", "source", "battery_level", "is_mock",
    "signal_quality",
    "visit_id", "queue", "sequence", "flags",
  ]

  static func write(_ row: HistoryPing, name: String, to csv: inout CSVWriter, _ zone: inout Zone) {
    csv.number(row.id)
    csv.number(row.responder.rawValue)
    csv.text(name)
    csv.instant(row.effective, &zone)
    csv.instant(row.receivedAt, &zone)
    csv.instant(row.ping.recordedAt, &zone)
    csv.text(row.timeSource.word)
    csv.number(row.ping.position.latitude)
    csv.number(row.ping.position.longitude)
    csv.number(row.ping.accuracy)
    csv.number(row.ping.speed)
    csv.number(row.ping.heading)
    csv.number(row.ping.altitude)
    csv.text(row.ping.source?.rawValue)
    csv.number(row.ping.batteryLevel)
    csv.text(word(row.ping.isMock))
    csv.text(row.ping.signalQuality?.rawValue)
    csv.number(row.ping.visitID)
    csv.text(row.queue)
    csv.number(row.ping.sequence)
    csv.text(row.flags.isEmpty ? nil : row.flags.names.joined(separator: " "))
    csv.endRow()
  }

  static func write(_ row: HistoryPing, name: String, to list: inout JSONWriter) {
    list.object {
      $0.member("id", row.id)
      $0.member("responder_id", row.responder)
      $0.member("responder", name)
      $0.member("recorded_at", row.effective)
      $0.member("received_at", row.receivedAt)
      $0.member("recorded_at_raw", row.ping.recordedAt)
      $0.member("time_source", row.timeSource.word)
      $0.member("lat", row.ping.position.latitude)
      $0.member("lng", row.ping.position.longitude)
      $0.member("accuracy_m", row.ping.accuracy)
      $0.member("speed_mps", row.ping.speed)
      $0.member("heading_deg", row.ping.heading)
      $0.member("altitude_m", row.ping.altitude)
      $0.member("source", row.ping.source?.rawValue)
      $0.member("battery_level", row.ping.batteryLevel)
      $0.member("is_mock", word(row.ping.isMock))
      $0.member("signal_quality", row.ping.signalQuality?.rawValue)
      $0.member("visit_id", row.ping.visitID)
      $0.member("queue", row.queue)
      $0.member("sequence", row.ping.sequence)
      $0.array("flags") { flags in for name in row.flags.names { flags.value(name) } }
    }
  }

  /// The word for what the phone says of the position being made up.
  static func word(_ report: Ping.MockReport) -> String {
    switch report {
    case .yes: "yes"
    case .no: "no"
    case .unknown: "unknown"
    }
  }
}
