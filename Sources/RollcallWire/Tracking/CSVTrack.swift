import Rollcall

/// The points of a CSV file whose header names the columns.
enum CSVTrack {
  private static let time = ["recorded_at", "time", "timestamp", "date_time", "datetime", "tst"]
  private static let latitude = ["lat", "latitude"]
  private static let longitude = ["lng", "lon", "long", "longitude"]
  private static let accuracy = ["accuracy_m", "accuracy", "acc"]
  private static let speed = ["speed_mps", "speed"]
  private static let heading = ["heading_deg", "heading", "bearing", "course"]
  private static let altitude = ["altitude_m", "altitude", "alt", "elevation", "ele"]
  private static let battery = ["battery_level"]

  static func read(_ bytes: [UInt8], _ points: inout TrackPoints) throws(TrackFileError) {
    let table: CSVTable
    do throws(CSVError) { table = try CSVTable(bytes) } catch { throw .broken(error.description) }
    for (what, names) in [("time", time), ("latitude", latitude), ("longitude", longitude)] {
      guard table.columns.contains(where: names.contains) else {
        throw .broken("line \(table.headerLine): no column for the \(what): \(names.joined(separator: ", "))")
      }
    }
    for row in table.rows {
      let place = number(row, latitude).flatMap { north in
        number(row, longitude).flatMap { Position(latitude: north, longitude: $0) }
      }
      points.add(place, at: cell(row, time).flatMap { TrackPoints.time(.text($0)) }) {
        $0.accuracy = number(row, accuracy)
        $0.speed = number(row, speed)
        $0.heading = number(row, heading)
        $0.altitude = number(row, altitude)
        $0.batteryLevel = number(row, battery)
        $0.isMock = mock(row)
        $0.source = row["source"].flatMap(Ping.Source.init)
      }
    }
  }

  private static func cell(_ row: CSVTable.Row, _ names: [String]) -> String? {
    for name in names { if let text = row[name] { return text } }
    return nil
  }

  private static func number(_ row: CSVTable.Row, _ names: [String]) -> Double? {
    names.first { row[$0] != nil }.flatMap { row.number($0) }
  }

  private static func mock(_ row: CSVTable.Row) -> Ping.MockReport {
    switch row["is_mock"] {
    case "yes", "true", "1": .yes
    case "no", "false", "0": .no
    default: .unknown
    }
  }
}
