import Rollcall

/// Colota, scripts, curl: `{"lat": …, "lng": …}` under common names, as JSON, form or query.
extension AdapterIntake {
  mutating func readFlat(_ root: JSONValue) {
    readRecords(root) { $0.readFlat($1) }
  }

  mutating func readFlat(_ fields: AdapterFields) {
    var fix = Fix()
    fix.latitude = fields["lat", "latitude"]?.double
    fix.longitude = fields["lon", "lng", "long", "longitude"]?.double
    fix.time = ForeignTime(fields["tst", "timestamp", "time", "recorded_at"])
    fix.mayBeUndated = true
    fix.accuracy = fields["acc", "accuracy", "accuracy_m"]?.double
    fix.speed = fields["vel", "speed", "spd", "speed_mps"]?.double
    fix.course = fields["bear", "bearing", "cog", "heading", "heading_deg"]?.double
    fix.altitude = fields["alt", "altitude", "altitude_m"]?.double
    fix.battery = fields["battery_level"]?.double ?? fields["batt", "battery"]?.double?.percent
    fix.source = fields["source", "prov"]?.string
    fix.isMock = fields.mock("is_mock", "mock", "mocked")
    accept(fix)
  }
}

extension AdapterFields {
  /// Whether a position is a mock one; unknown where it is not stated.
  func mock(_ one: StaticString, _ two: StaticString, _ three: StaticString) -> Ping.MockReport {
    switch self[one, two, three]?.flag {
    case true?: .yes
    case false?: .no
    case nil: .unknown
    }
  }
}
