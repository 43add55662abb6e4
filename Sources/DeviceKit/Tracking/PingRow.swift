import GRDB
import Rollcall

/// A ping as a row of the phone's file, with every number as it is reported.
enum PingRow {
  static let insert = """
    INSERT INTO ping (owner, sequence, recorded_at, lat, lng, is_mock, fix_age, accuracy, speed, heading, altitude,
      source, battery, signal, visit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static func arguments(_ ping: Ping, owner: Int64, sequence: Int64) -> StatementArguments {
    [
      owner, sequence, ping.recordedAt?.milliseconds, ping.position.latitude, ping.position.longitude,
      ping.isMock.rawValue, ping.fixAge, ping.accuracy, ping.speed, ping.heading, ping.altitude,
      ping.source?.rawValue, ping.batteryLevel, ping.signalQuality?.rawValue, ping.visitID,
    ]
  }

  /// `nil` for a row that no version of this program has written.
  static func ping(_ row: Row) -> Ping? {
    guard let position = Position(latitude: row["lat"], longitude: row["lng"]),
      let isMock = Ping.MockReport(rawValue: row["is_mock"])
    else { return nil }
    var ping = Ping(position: position, isMock: isMock)
    ping.sequence = row["sequence"]
    ping.recordedAt = (row["recorded_at"] as Int64?).map { Timestamp(milliseconds: $0) }
    ping.fixAge = row["fix_age"]
    ping.accuracy = row["accuracy"]
    ping.speed = row["speed"]
    ping.heading = row["heading"]
    ping.altitude = row["altitude"]
    ping.source = (row["source"] as String?).flatMap(Ping.Source.init)
    ping.batteryLevel = row["battery"]
    ping.signalQuality = (row["signal"] as String?).flatMap(Ping.SignalQuality.init)
    ping.visitID = row["visit"]
    return ping
  }
}

extension Ping {
  /// As it is reported. Numbers that JSON cannot represent count as unknown. Digits below what any receiver can measure are noise,
  /// and take most of the space of a stored ping: 1e-7 degree is 1.1 cm.
  var sayable: Ping {
    var ping = self
    ping.position =
      Position(
        latitude: position.latitude.rounded(perUnit: 1e7), longitude: position.longitude.rounded(perUnit: 1e7)
      )
      ?? position
    ping.fixAge = finite(fixAge)
    ping.accuracy = finite(accuracy)?.rounded(perUnit: 10)
    ping.speed = finite(speed)?.rounded(perUnit: 100)
    ping.heading = finite(heading)?.rounded(perUnit: 10)
    ping.altitude = finite(altitude)?.rounded(perUnit: 10)
    ping.batteryLevel = finite(batteryLevel)
    return ping
  }

  private func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
}

extension Double {
  /// The nearest multiple of 1 / `steps`. A negative number, by which platforms say that they do not know, stays one.
  fileprivate func rounded(perUnit steps: Double) -> Double {
    let rounded = (self * steps).rounded() / steps
    return rounded.isFinite && (rounded < 0) == (self < 0) ? rounded : self
  }
}
