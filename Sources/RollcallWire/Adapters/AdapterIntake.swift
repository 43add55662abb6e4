import Rollcall

/// Collects the content of another app's request, and decides by the same rules for every app what is
/// accepted.
struct AdapterIntake {
  let now: Timestamp
  var report = AdapterReport()

  /// A phone's clock may be this far ahead before its records are rejected: a day.
  static let furthestAhead: Milliseconds = 86_400_000

  init(now: Timestamp) { self.now = now }

  /// One position as the app describes it; `nil` for what it does not send. Units are those of ``Ping``.
  struct Fix {
    var latitude: Double?
    var longitude: Double?
    var time = ForeignTime.absent
    var accuracy: Double?
    var speed: Double?
    var course: Double?
    var altitude: Double?
    var battery: Double?
    var source: String?
    var isMock: Ping.MockReport = .unknown
    /// Whether a record without a time is accepted; then only the server's clock dates it.
    var mayBeUndated = false
  }

  /// Accepts a position, or counts why not.
  mutating func accept(_ fix: Fix) {
    guard let latitude = fix.latitude, let longitude = fix.longitude,
      let position = Position(latitude: latitude, longitude: longitude)
    else { return drop(.badCoordinates) }
    let at = instant(fix.time)
    guard at != nil || (fix.time.isAbsent && fix.mayBeUndated) else {
      return drop(fix.time.known == nil ? .badTime : .clockError)
    }
    var ping = Ping(position: position, isMock: fix.isMock)
    ping.recordedAt = at
    ping.accuracy = fix.accuracy.flatMap { $0 > 0 ? $0 : nil }
    ping.speed = fix.speed.flatMap { $0 >= 0 ? $0 : nil }
    ping.heading = fix.course.flatMap { (0...360).contains($0) ? $0 : nil }
    ping.altitude = fix.altitude
    ping.batteryLevel = Self.level(fix.battery)
    ping.source = fix.source.flatMap(Ping.Source.init(rawValue:))
    report.pings.append(ping)
  }

  /// Accepts a sign of life that repeats a place; without a place it is only a contact.
  ///
  /// - Parameter seesNoMovement: whether the app says that it watches for movement and sees none.
  mutating func acceptSign(
    at latitude: Double?, _ longitude: Double?, _ time: ForeignTime, seesNoMovement: Bool
  ) {
    guard let latitude, let longitude, let position = Position(latitude: latitude, longitude: longitude)
    else { return }
    report.signs.append(
      SignOfLife(position: position, madeAt: instant(time), seesNoMovement: seesNoMovement))
  }

  /// The time of a record; `nil` when it is missing or impossible.
  private func instant(_ time: ForeignTime) -> Timestamp? {
    guard case .instant(let at) = time, at.milliseconds > 0, at.since(now) <= Self.furthestAhead else {
      return nil
    }
    return at
  }

  /// The time of something without a position; now, when it is not known.
  func when(_ time: ForeignTime) -> Timestamp {
    guard case .instant(let at) = time, at.milliseconds > 0, at <= now else { return now }
    return at
  }

  /// Handles each record of a list, or the single one in its place.
  mutating func readRecords(_ records: JSONValue, _ body: (inout AdapterIntake, AdapterFields) -> Void) {
    guard records.kind == .array else { return body(&self, AdapterFields(records)) }
    for (_, record) in records.elements {
      if record.kind == .object { body(&self, AdapterFields(record)) } else { drop(.notARecord) }
    }
  }

  mutating func drop(_ reason: AdapterDrop) { report.drops.append(reason) }

  /// Records the battery level of a record without a position.
  mutating func recordBattery(_ level: Double?, at: Timestamp) {
    guard let level = Self.level(level) else { return }
    report.events.append(DeviceEvent(kind: .battery(level), at: at))
  }

  mutating func addNote(_ type: String, _ value: String?, at: Timestamp) {
    report.notes.append(PhoneNote(type: type, value: value ?? "", at: at))
  }

  /// Records the phone's state at an instant; the latest counts.
  mutating func recordState(at instant: Timestamp, _ change: (inout Telemetry) -> Void) {
    guard instant >= report.saidAt ?? .distantPast else { return }
    report.saidAt = min(instant, now)
    change(&report.telemetry)
  }

  /// A battery level, 0…1; anything else is unknown.
  static func level(_ level: Double?) -> Double? { level.flatMap { (0...1).contains($0) ? $0 : nil } }
}

extension Double {
  /// Percent as a part of 1.
  var percent: Double { self / 100 }
  /// Kilometres per hour as metres per second.
  var kilometresPerHour: Double { self / 3.6 }
  /// Knots as metres per second.
  var knots: Double { self * 0.514444 }
}
