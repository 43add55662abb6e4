/// The members of a ping.
enum PingField: Int, JSONField {
  case latitude, longitude, isMock, sequence, recordedAt, fixAge, accuracy, speed, heading, altitude, source
  case batteryLevel, signalQuality, visitID

  static let names = JSONFieldNames(allCases)

  var name: String {
    switch self {
    case .latitude: "lat"
    case .longitude: "lng"
    case .isMock: "is_mock"
    case .sequence: "sequence"
    case .recordedAt: "recorded_at"
    case .fixAge: "fix_age_s"
    case .accuracy: "accuracy_m"
    case .speed: "speed_mps"
    case .heading: "heading_deg"
    case .altitude: "altitude_m"
    case .source: "source"
    case .batteryLevel: "battery_level"
    case .signalQuality: "signal_quality"
    case .visitID: "visit_id"
    }
  }
}

/// The members of telemetry.
enum TelemetryField: Int, JSONField {
  case permission, locationServices, powerMode, appState, queueDepth, oldestEntryAge, network, interval

  static let names = JSONFieldNames(allCases)

  var name: String {
    switch self {
    case .permission: "permission_status"
    case .locationServices: "location_services"
    case .powerMode: "power_mode"
    case .appState: "app_state"
    case .queueDepth: "queue_depth"
    case .oldestEntryAge: "oldest_entry_age_s"
    case .network: "network_type"
    case .interval: "interval_s"
    }
  }
}

/// The members of an upload beside its pings.
enum BatchField: Int, JSONField {
  case pings, queueID, sentAt, telemetry

  static let names = JSONFieldNames(allCases)

  var name: String {
    switch self {
    case .pings: "pings"
    case .queueID: "queue_id"
    case .sentAt: "sent_at"
    case .telemetry: "telemetry"
    }
  }
}
