import Rollcall

/// The OsmAnd protocol: query or form of Traccar Client, OsmAnd and scripts, the JSON of Traccar Client 9,
/// and a list of flat objects from Traccar's own SDK.
extension AdapterIntake {
  mutating func readOsmAnd(_ root: JSONValue, _ unit: Adapter.SpeedUnit) throws(WireError) {
    if root.kind == .array { return readRecords(root) { $0.readListed($1, unit) } }
    guard root.kind == .object else { throw AdapterRequest.shapeless("location") }
    guard let location = root.member("location") else { return readOsmAnd(AdapterFields(root), unit) }
    guard location.kind == .object else { throw AdapterRequest.shapeless("location") }
    readTransistorRecord(AdapterFields(location))
  }

  /// One record of a list: flat, or in the form of Traccar Client 9.
  private mutating func readListed(_ record: AdapterFields, _ unit: Adapter.SpeedUnit) {
    let nested = record.object("location")
    if nested["timestamp"] != nil { return readTransistorRecord(nested) }
    readOsmAnd(record, unit)
  }

  mutating func readOsmAnd(_ fields: AdapterFields, _ unit: Adapter.SpeedUnit) {
    let time = ForeignTime(fields["timestamp"])
    readOsmAndAlarm(fields, at: when(time))
    let battery = fields["batt"]?.double?.percent
    var fix = Fix()
    (fix.latitude, fix.longitude) = Self.osmAndPosition(fields)
    // A heartbeat, or a token for another service.
    if fix.latitude == nil, fix.longitude == nil { return recordBattery(battery, at: when(time)) }
    if fields["event"]?.string == "heartbeat" {
      recordBattery(battery, at: when(time))
      return acceptSign(
        at: fix.latitude, fix.longitude, time, seesNoMovement: fields["is_moving"]?.flag == false)
    }
    if fields["valid"]?.flag == false { return drop(.invalidFix) }
    fix.time = time
    fix.mayBeUndated = true
    fix.accuracy = fields["accuracy"]?.double
    fix.speed = fields["speed"]?.double.map { unit == .knots ? $0.knots : $0 }
    fix.course = fields["bearing", "heading"]?.double
    fix.altitude = fields["altitude"]?.double
    fix.battery = battery
    accept(fix)
  }

  /// The SOS button was pressed, in either form of the protocol.
  mutating func readOsmAndAlarm(_ fields: AdapterFields, at: Timestamp) {
    guard let alarm = fields["alarm"]?.string ?? fields.object("extras")["alarm"]?.string else { return }
    addNote("alarm", alarm, at: at)
  }

  /// `lat` and `lon`, or both in `location`.
  private static func osmAndPosition(_ fields: AdapterFields) -> (Double?, Double?) {
    let latitude = fields["lat"]
    let longitude = fields["lon"]
    if latitude != nil || longitude != nil {
      // There is a position, though an unreadable one: not a heartbeat.
      return (latitude?.double ?? .nan, longitude?.double ?? .nan)
    }
    guard let pair = fields["location"]?.string else { return (nil, nil) }
    let parts = pair.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return (.nan, .nan) }
    let numbers = parts.map { AdapterValue.text(String(decoding: Array($0), as: UTF8.self)).double ?? .nan }
    return (numbers[0], numbers[1])
  }
}
