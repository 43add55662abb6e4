import Rollcall

/// The background geolocation plugin of Transistor Software: one record or many, under any name.
extension AdapterIntake {
  mutating func readTransistor(_ root: JSONValue) throws(WireError) {
    guard let records = Self.transistorRecords(root) else { throw AdapterRequest.shapeless("location") }
    readRecords(records) { $0.readTransistorRecord($1) }
  }

  /// The record or records: the root itself, `location`, or the first member that has its form.
  private static func transistorRecords(_ root: JSONValue) -> JSONValue? {
    if root.kind == .array || isTransistorRecord(root) { return root }
    if let named = root.member("location"), named.kind == .array || named.kind == .object { return named }
    for (_, member) in root.members {
      if isTransistorRecord(member) { return member }
      if let (_, first) = member.elements.first(where: { _ in true }), isTransistorRecord(first) {
        return member
      }
    }
    return nil
  }

  private static func isTransistorRecord(_ value: JSONValue) -> Bool {
    value.kind == .object && value.member("coords") != nil
  }

  mutating func readTransistorRecord(_ record: AdapterFields) {
    let time = ForeignTime(record["timestamp"])
    let at = when(time)
    let event = record["event"]?.string
    let battery = record.object("battery")["level"]?.double
    readTransistorProvider(record.object("provider"), at: at)
    readOsmAndAlarm(record, at: at)
    switch event {
    // These report the last known position, not the present one.
    case "providerchange": return recordBattery(battery, at: at)
    case "heartbeat":
      recordBattery(battery, at: at)
      let place = record.object("coords")
      return acceptSign(
        at: place["latitude"]?.double, place["longitude"]?.double, time,
        seesNoMovement: record["is_moving"]?.flag == false && record["mock"]?.flag != true)
    case "geofence":
      let geofence = record.object("geofence")
      let words = [geofence["action"]?.string, geofence["identifier"]?.string].compactMap(\.self)
      addNote("geofence", words.joined(separator: " "), at: at)
    case "motionchange": addNote("motion", record["is_moving"]?.flag == true ? "moving" : "still", at: at)
    default: break
    }
    // An intermediate sample; a better one follows.
    if record["sample"]?.flag == true { return recordBattery(battery, at: at) }
    let coordinates = record.object("coords")
    var fix = Fix()
    fix.latitude = coordinates["latitude"]?.double
    fix.longitude = coordinates["longitude"]?.double
    fix.time = time
    fix.accuracy = coordinates["accuracy"]?.double
    fix.speed = coordinates["speed"]?.double
    fix.course = coordinates["heading"]?.double
    fix.altitude = coordinates["altitude"]?.double
    fix.battery = battery
    // It is sent only when true.
    fix.isMock = record["mock"]?.flag == true ? .yes : .no
    accept(fix)
  }

  private mutating func readTransistorProvider(_ provider: AdapterFields, at: Timestamp) {
    if let isOn = provider["enabled"]?.flag {
      report.events.append(DeviceEvent(kind: .locationServices(isOn), at: at))
    }
    // 0 not asked, 1 restricted, 2 denied, 3 always, 4 in use.
    let permission: Telemetry.Permission? =
      switch provider["status"]?.double {
      case 1, 2: .denied
      case 3, 4: .granted
      default: nil
      }
    if let permission { report.events.append(DeviceEvent(kind: .permission(permission), at: at)) }
  }
}
