import Rollcall

/// OwnTracks in HTTP mode: one object, distinguished by `_type`. Names of networks are ignored.
extension AdapterIntake {
  mutating func readOwnTracks(_ root: JSONValue) throws(WireError) {
    let fields = AdapterFields(root)
    guard root.kind == .object, let type = fields["_type"]?.string else {
      throw AdapterRequest.shapeless("_type")
    }
    switch type {
    case "location": readOwnTracksLocation(fields)
    case "status": readOwnTracksStatus(fields.object("android"))
    case "transition":
      let words = [fields["event"]?.string, fields["desc"]?.string].compactMap(\.self)
      addNote("region", words.joined(separator: " "), at: when(Self.ownTracksTime(fields["tst"])))
    case "encrypted": drop(.encrypted)
    case "lwt": report.isLastWill = true
    // Waypoints, cards and future types: only a contact.
    default: break
    }
  }

  private mutating func readOwnTracksLocation(_ fields: AdapterFields) {
    let isPing = fields["t"]?.string == "p"
    // A ping repeats an old place; its own time is in another field.
    let made = isPing ? fields["created_at"] ?? fields["tst"] : fields["tst"]
    let time = Self.ownTracksTime(made)
    let battery = fields["batt"]?.double?.percent
    if case .instant(let at) = time, at <= now {
      recordState(at: at) { $0.network = Self.network(fields["conn"]?.string) ?? $0.network }
    }
    var (latitude, longitude) = (fields["lat"]?.double, fields["lon"]?.double)
    // Android leaves out zeros. Only Android has `_id`.
    if fields["_id"] != nil, (latitude == nil) != (longitude == nil) {
      (latitude, longitude) = (latitude ?? 0, longitude ?? 0)
    }
    if isPing {
      recordBattery(battery, at: when(time))
      // Monitoring mode 1 waits for significant movement; move mode is 2.
      return acceptSign(at: latitude, longitude, time, seesNoMovement: fields["m"]?.double == 1)
    }
    var fix = Fix()
    (fix.latitude, fix.longitude) = (latitude, longitude)
    fix.time = time
    fix.accuracy = fields["acc"]?.double
    fix.speed = fields["vel"]?.double?.kilometresPerHour
    fix.course = fields["cog"]?.double
    fix.altitude = fields["alt"]?.double
    fix.battery = battery
    fix.source = fields["source"]?.string
    accept(fix)
  }

  private mutating func readOwnTracksStatus(_ android: AdapterFields) {
    recordState(at: now) { telemetry in
      // 0 always and precise … -3 in use and coarse, -4 denied.
      telemetry.permission = android["loc"]?.double.map { $0 <= -4 ? .denied : .granted }
      telemetry.powerMode = android["ps"]?.double.map { $0 == 1 ? .lowPower : .normal }
    }
  }

  /// Overland in its OwnTracks mode counts from 2001, so a time before 2001 is one of those.
  private static func ownTracksTime(_ value: AdapterValue?) -> ForeignTime {
    let time = ForeignTime(value)
    guard case .instant(let at) = time, (1..<appleEpoch).contains(at.milliseconds) else { return time }
    return .instant(at.advanced(by: appleEpoch))
  }

  /// 2001-01-01, milliseconds since 1970.
  private static let appleEpoch: Milliseconds = 978_307_200_000

  private static func network(_ word: String?) -> Telemetry.Network? {
    switch word {
    case "w": .wifi
    case "m": .cellular
    case "o": Telemetry.Network.none
    default: nil
    }
  }
}
