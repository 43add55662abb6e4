import Rollcall

/// Overland: GeoJSON features, some of which are not positions. Names of networks are ignored.
extension AdapterIntake {
  mutating func readOverland(_ root: JSONValue) throws(WireError) {
    // Its OwnTracks mode.
    if root.member("_type") != nil { return try readOwnTracks(root) }
    guard let locations = root.member("locations"), locations.kind == .array else {
      throw AdapterRequest.shapeless("locations")
    }
    for (_, feature) in locations.elements { readOverlandFeature(feature) }
    // The present position, while more is waiting than fits; it is sent again with the rest.
    if let current = root.member("current"), current.kind == .object { readOverlandFeature(current) }
  }

  private mutating func readOverlandFeature(_ feature: JSONValue) {
    guard feature.kind == .object, let object = feature.member("properties"), object.kind == .object else {
      return drop(.notARecord)
    }
    let properties = AdapterFields(object)
    let time = ForeignTime(properties["timestamp"])
    let battery = properties["battery_level"]?.double
    if let action = properties["action"]?.string {
      return readOverlandAction(action, properties, at: when(time), battery)
    }
    // The summary of a trip, not a place.
    if properties["type"]?.string == "trip" { return }
    let accuracy = properties["horizontal_accuracy"]?.double
    if let accuracy, accuracy < 0 { return drop(.invalidFix) }
    var fix = Fix()
    (fix.longitude, fix.latitude) = Self.coordinates(feature.member("geometry"))
    fix.time = time
    fix.accuracy = accuracy
    fix.speed = properties["speed"]?.double
    fix.course = properties["course"]?.double
    fix.altitude = properties["altitude"]?.double
    fix.battery = battery
    accept(fix)
  }

  private mutating func readOverlandAction(
    _ action: String, _ properties: AdapterFields, at: Timestamp, _ battery: Double?
  ) {
    recordBattery(battery, at: at)
    guard action == "visit" else { return addNote("tracking", action, at: at) }
    addNote("visit", properties["departure_date"] == nil ? "arrived" : "departed", at: at)
  }

  /// Longitude and latitude of a point.
  private static func coordinates(_ geometry: JSONValue?) -> (Double?, Double?) {
    guard let geometry, geometry.kind == .object, let pair = geometry.member("coordinates") else {
      return (nil, nil)
    }
    var numbers = pair.elements.makeIterator()
    let longitude = numbers.next().flatMap { AdapterValue.json($0.value).double }
    return (longitude, numbers.next().flatMap { AdapterValue.json($0.value).double })
  }
}
