import Rollcall

/// Reads pings in turn, with one buffer for all.
struct PingReader {
  let now: Timestamp
  /// Whether a ping without `is_mock` is refused; otherwise it is unknown whether it is a mock one.
  let mockRequired: Bool
  private var members = JSONMembers<PingField>()

  init(now: Timestamp, mockRequired: Bool) {
    self.now = now
    self.mockRequired = mockRequired
  }

  /// The ping, or `nil` with every reason among the `findings`. An optional value that is out of range or
  /// unrecognised does not invalidate the ping; a value of the wrong JSON type does.
  mutating func read(_ object: JSONValue, _ findings: inout Findings) -> Ping? {
    guard object.kind == .object else {
      findings.refuse("", .type, "A ping must be an object")
      return nil
    }
    members.load(object)
    let errorsBefore = findings.errors.count
    let position = position(&findings)
    // Without a position the rest is read for its errors, so that the phone learns all of them at once.
    guard var ping = (position ?? Self.anywhere).map({ Ping(position: $0, isMock: mockReport(&findings)) })
    else { return nil }
    readOptional(into: &ping, &findings)
    return position != nil && findings.errors.count == errorsBefore ? ping : nil
  }

  private static let anywhere = Position(latitude: 0, longitude: 0)

  private func position(_ findings: inout Findings) -> Position? {
    let latitude = findings.coordinate(members[.latitude], PingField.latitude.name, limit: 90)
    let longitude = findings.coordinate(members[.longitude], PingField.longitude.name, limit: 180)
    guard let latitude, let longitude else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }

  private func mockReport(_ findings: inout Findings) -> Ping.MockReport {
    let name = PingField.isMock.name
    let value = mockRequired ? findings.required(members[.isMock], name) : members[.isMock]
    return switch findings.flag(value, name, else: .refused) {
    case true?: .yes
    case false?: .no
    case nil: .unknown
    }
  }

  private func readOptional(into ping: inout Ping, _ findings: inout Findings) {
    ping.sequence = sequence(&findings)
    ping.recordedAt = findings.instant(members[.recordedAt], PingField.recordedAt.name, near: now)
    ping.fixAge = number(.fixAge, in: 0...(.greatestFiniteMagnitude), &findings)
    ping.accuracy = number(.accuracy, in: Self.anything, &findings)
    ping.speed = number(.speed, in: 0...(.greatestFiniteMagnitude), &findings)
    ping.heading = number(.heading, in: 0...360, &findings)
    ping.altitude = number(.altitude, in: Self.anything, &findings)
    ping.source = findings.word(members[.source], PingField.source.name, else: .refused)
    ping.batteryLevel = number(.batteryLevel, in: 0...1, &findings)
    ping.signalQuality = findings.word(members[.signalQuality], PingField.signalQuality.name, else: .refused)
    ping.visitID = findings.integer(
      members[.visitID], PingField.visitID.name, in: .min...(.max), else: .refused)
  }

  private static let anything: ClosedRange<Double> =
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  private func number(
    _ field: PingField, in range: ClosedRange<Double>, _ findings: inout Findings
  ) -> Double? {
    findings.number(members[field], field.name, in: range, else: .refused)
  }

  private func sequence(_ findings: inout Findings) -> Int64? {
    guard let value = members[.sequence] else { return nil }
    let name = PingField.sequence.name
    guard value.kind == .number, value.integer != .notInteger else {
      findings.refuse(name, .type, "\(name) must be an integer")
      return nil
    }
    guard case .exact(let number) = value.integer, (0...Ping.maximumSequence).contains(number) else {
      findings.refuse(name, .range, "\(name) must be between 0 and \(Ping.maximumSequence)")
      return nil
    }
    return number
  }
}

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

extension Telemetry {
  /// Reads telemetry. Nothing in it is an error: an invalid value is counted as unknown.
  init(reading object: JSONValue, _ findings: inout Findings) {
    self.init()
    let members = JSONMembers<TelemetryField>(of: object)
    let amounts = 0...Double.greatestFiniteMagnitude
    func name(_ field: TelemetryField) -> String { field.name }
    permission = findings.word(members[.permission], name(.permission), else: .unknown)
    locationServices = findings.flag(members[.locationServices], name(.locationServices), else: .unknown)
    powerMode = findings.word(members[.powerMode], name(.powerMode), else: .unknown)
    appState = findings.word(members[.appState], name(.appState), else: .unknown)
    queueDepth = findings.integer(members[.queueDepth], name(.queueDepth), in: 0...(.max), else: .unknown)
    oldestEntryAge = findings.number(
      members[.oldestEntryAge], name(.oldestEntryAge), in: amounts, else: .unknown)
    network = findings.word(members[.network], name(.network), else: .unknown)
    interval = findings.number(members[.interval], name(.interval), in: amounts, else: .unknown)
  }
}
