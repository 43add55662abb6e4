public import Rollcall

extension Batch {
  /// The body of `POST /app/v1/locations/batch`. Decoding it gives the same batch, without `unknownValues`.
  public func encode() -> [UInt8] {
    var writer = JSONWriter(reserving: 128 + pings.count * 256)
    writer.object { body in
      if let queueID { body.member(BatchField.queueID.name, queueID) }
      if let sentAt { body.member(BatchField.sentAt.name, sentAt) }
      if !telemetry.isEmpty {
        body.object(BatchField.telemetry.name) { $0.telemetry(telemetry) }
      }
      body.array(BatchField.pings.name) { array in
        for ping in pings { array.object { $0.ping(ping) } }
      }
    }
    return writer.bytes
  }

  /// The body of `POST /app/v1/locations` with the first ping and the rest of the batch beside it.
  public func encodeSingle() -> [UInt8] {
    var writer = JSONWriter(reserving: 512)
    writer.object { body in
      if let ping = pings.first { body.ping(ping) }
      if let queueID { body.member(BatchField.queueID.name, queueID) }
      if let sentAt { body.member(BatchField.sentAt.name, sentAt) }
      body.telemetry(telemetry)
    }
    return writer.bytes
  }
}

extension JSONWriter {
  /// The members of a ping; unknown ones are left out.
  fileprivate mutating func ping(_ ping: Ping) {
    member(PingField.latitude.name, ping.position.latitude)
    member(PingField.longitude.name, ping.position.longitude)
    switch ping.isMock {
    case .yes: member(PingField.isMock.name, true)
    case .no: member(PingField.isMock.name, false)
    case .unknown: break
    }
    if let sequence = ping.sequence { member(PingField.sequence.name, sequence) }
    if let instant = ping.recordedAt { member(PingField.recordedAt.name, instant) }
    known(PingField.fixAge.name, ping.fixAge)
    known(PingField.accuracy.name, ping.accuracy)
    known(PingField.speed.name, ping.speed)
    known(PingField.heading.name, ping.heading)
    known(PingField.altitude.name, ping.altitude)
    known(PingField.source.name, ping.source?.rawValue)
    known(PingField.batteryLevel.name, ping.batteryLevel)
    known(PingField.signalQuality.name, ping.signalQuality?.rawValue)
    if let visit = ping.visitID { member(PingField.visitID.name, visit) }
  }

  /// The members of telemetry; unknown ones are left out.
  fileprivate mutating func telemetry(_ telemetry: Telemetry) {
    known(TelemetryField.permission.name, telemetry.permission?.rawValue)
    if let services = telemetry.locationServices { member(TelemetryField.locationServices.name, services) }
    known(TelemetryField.powerMode.name, telemetry.powerMode?.rawValue)
    known(TelemetryField.appState.name, telemetry.appState?.rawValue)
    if let depth = telemetry.queueDepth { member(TelemetryField.queueDepth.name, depth) }
    known(TelemetryField.oldestEntryAge.name, telemetry.oldestEntryAge)
    known(TelemetryField.network.name, telemetry.network?.rawValue)
    known(TelemetryField.interval.name, telemetry.interval)
  }

  private mutating func known(_ name: String, _ number: Double?) {
    if let number { member(name, number) }
  }

  private mutating func known(_ name: String, _ word: String?) {
    if let word { member(name, word) }
  }
}
