import Rollcall

/// A batch in which every field has a value, and one in which none has.
enum SampleBatch {
  static func full() -> Batch? {
    guard let position = Position(latitude: 46.051_234_5, longitude: -14.5) else { return nil }
    var ping = Ping(position: position, isMock: .yes)
    ping.sequence = 17
    ping.recordedAt = Timestamp(milliseconds: 1_795_253_399_001)
    ping.fixAge = 0.25
    ping.accuracy = -1
    ping.speed = 1e-7
    ping.heading = 271.3
    ping.altitude = 301
    ping.source = .gps
    ping.batteryLevel = 1.0 / 3
    ping.signalQuality = .fair
    ping.visitID = -9
    let bare = Ping(position: position, isMock: .no)
    var telemetry = Telemetry()
    telemetry.permission = .granted
    telemetry.locationServices = true
    telemetry.powerMode = .normal
    telemetry.appState = .foreground
    telemetry.queueDepth = 0
    telemetry.oldestEntryAge = 12.5
    telemetry.network = .wifi
    telemetry.interval = 60
    return Batch(
      pings: [ping, bare], queueID: "install \"é\"", sentAt: Timestamp(milliseconds: 1_795_253_400_002),
      telemetry: telemetry)
  }

  /// Changes of one field each; every one must change the fingerprint.
  static let changes: [@Sendable (inout Ping) -> Void] = [
    { $0.sequence = 18 }, { $0.sequence = nil }, { $0.recordedAt = nil }, { $0.fixAge = 0.5 },
    { $0.fixAge = nil },
    { $0.accuracy = 1 }, { $0.speed = 0 }, { $0.speed = nil }, { $0.heading = 0 }, { $0.altitude = nil },
    { $0.source = .network }, { $0.source = .passive }, { $0.source = nil }, { $0.batteryLevel = 0.3 },
    { $0.signalQuality = .poor }, { $0.signalQuality = .good }, { $0.visitID = 9 }, { $0.visitID = nil },
    { $0.isMock = .unknown }, { $0.isMock = .no },
    { ping in Position(latitude: 46.051_234_6, longitude: -14.5).map { ping.position = $0 } },
    { ping in Position(latitude: 46.051_234_5, longitude: 14.5).map { ping.position = $0 } },
  ]
}
