import Rollcall

/// The data that Expo's location task hands to an app, forwarded unchanged.
extension AdapterIntake {
  mutating func readExpo(_ root: JSONValue) throws(WireError) {
    guard let records = Self.expoRecords(root) else { throw AdapterRequest.shapeless("locations") }
    readRecords(records) { $0.readExpoRecord($1) }
  }

  /// The list or the single record, with or without its wrapper.
  private static func expoRecords(_ root: JSONValue) -> JSONValue? {
    if root.kind == .array || root.member("coords") != nil { return root }
    let inner = root.member("data") ?? root
    if inner.kind == .array { return inner }
    if let list = inner.member("locations"), list.kind == .array { return list }
    if let one = inner.member("location"), one.kind == .object { return one }
    return nil
  }

  private mutating func readExpoRecord(_ record: AdapterFields) {
    let coordinates = record.object("coords")
    var fix = Fix()
    fix.latitude = coordinates["latitude"]?.double
    fix.longitude = coordinates["longitude"]?.double
    fix.time = ForeignTime(record["timestamp"])
    fix.accuracy = coordinates["accuracy"]?.double
    fix.speed = coordinates["speed"]?.double
    fix.course = coordinates["heading"]?.double
    fix.altitude = coordinates["altitude"]?.double
    fix.isMock = record.mock("mocked", "mock", "is_mock")
    accept(fix)
  }
}
