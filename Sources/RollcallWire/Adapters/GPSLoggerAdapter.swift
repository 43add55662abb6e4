import Rollcall

/// GPSLogger for Android: a template of its user, mostly `%ALL`. Ids of the phone are ignored.
extension AdapterIntake {
  mutating func readGPSLogger(_ fields: AdapterFields) {
    var fix = Fix()
    fix.latitude = fields["lat", "latitude"]?.double
    fix.longitude = fields["lon", "longitude", "lng", "long"]?.double
    // With milliseconds if present; otherwise local time with its offset.
    fix.time = ForeignTime(fields["time", "timestamp", "timeoffset"])
    fix.mayBeUndated = true
    fix.accuracy = fields["acc", "accuracy"]?.double
    fix.speed = fields["spd", "s", "speed"]?.double ?? fields["spd_kph"]?.double?.kilometresPerHour
    fix.course = fields["dir", "bearing"]?.double
    fix.altitude = fields["alt", "altitude"]?.double
    fix.battery = fields["batt", "battery"]?.double?.percent
    fix.source = fields["prov", "provider"]?.string
    accept(fix)
  }
}
