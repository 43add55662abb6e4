import Rollcall
import RollcallWire
import Testing

@Suite("Tracks recorded elsewhere: GPX, GeoJSON, CSV")
struct TrackFileTests {
  private func file(_ text: String) throws(TrackFileError) -> TrackFile { try TrackFile(Array(text.utf8)) }

  /// One dated place, with whatever else is known.
  private static func ping(_ latitude: Double, _ longitude: Double, _ time: String) throws -> Ping {
    let place = try #require(Position(latitude: latitude, longitude: longitude))
    var ping = Ping(position: place, isMock: .unknown)
    ping.recordedAt = Timestamp(rfc3339: time)
    return ping
  }

  @Test("GPX: every dated point of all segments, also where times go back; speed also in extensions")
  func gpx() throws {
    let read = try file(
      """
      <?xml version="1.0"?><gpx><trk><trkseg>
      <trkpt lat="46.1" lon="14.1"><ele>300</ele><time>2026-10-02T10:00:09Z</time><speed>3.5</speed>
      <course>270</course></trkpt>
      <trkpt lat="46.2" lon="14.2"><time>2026-10-02T10:00:00Z</time><extensions><x:speed>2</x:speed></extensions></trkpt>
      <trkpt lat="46.3" lon="14.3"/><trkpt lat="99" lon="14.3"/></trkseg></trk></gpx>
      """)
    var first = try Self.ping(46.1, 14.1, "2026-10-02T10:00:09Z")
    (first.altitude, first.speed, first.heading) = (300, 3.5, 270)
    var second = try Self.ping(46.2, 14.2, "2026-10-02T10:00:00Z")
    second.speed = 2
    #expect(read.format == .gpx)
    #expect(read.pings == [first, second])
    #expect((read.undated, read.unplaced) == (1, 1))
  }

  @Test(
    "GeoJSON: dated points, and lines with a time for each point",
    arguments: [
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[14.1,46.1]},"properties":{"time":"2026-10-02T10:00:00Z"}}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[14.1,46.1,5]},"properties":{"timestamp":1790935200,"speed":-1}}]}"#,
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[14.1,46.1]]},"properties":{"coordTimes":["2026-10-02T12:00:00+02:00"]}}"#,
      #"{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[14.1,46.1]]]},"properties":{"coordinateProperties":{"times":[[1790935200000]]}}}"#,
    ])
  func geoJSON(text: String) throws {
    let read = try file(text)
    #expect(read.format == .geoJSON)
    #expect(read.pings.map(\.position) == [try Self.ping(46.1, 14.1, "2026-10-02T10:00:00Z").position])
    #expect(read.pings.map { $0.recordedAt?.rfc3339 } == ["2026-10-02T10:00:00.000Z"])
    #expect(read.pings.first?.speed == nil)
  }

  @Test("GeoJSON: what its points say of themselves")
  func properties() throws {
    let read = try file(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[14.1,46.1,280.5]},"properties":{"#
        + #""recorded_at":"2026-10-02T10:00:00Z","accuracy_m":7,"speed":1.5,"bearing":90,"battery_level":0.5,"#
        + #""is_mock":true}}"#)
    var ping = try Self.ping(46.1, 14.1, "2026-10-02T10:00:00Z")
    (ping.altitude, ping.accuracy, ping.speed, ping.heading) = (280.5, 7, 1.5, 90)
    (ping.batteryLevel, ping.isMock) = (0.5, .yes)
    #expect(read.pings == [ping])
  }

  @Test("GeoJSON: a day at one point a second")
  func wholeDay() throws {
    let points = (0..<86_400).map { "[14.\(100_000 + $0),46.1]" }.joined(separator: ",")
    let times = (0..<86_400).map { "\(1_790_899_200 + $0)" }.joined(separator: ",")
    let read = try file(
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":["# + points
        + #"]},"properties":{"times":["# + times + "]}}")
    #expect(read.pings.count == 86_400 && read.undated == 0)
  }

  @Test("CSV: the columns of the history, and their usual other names")
  func csv() throws {
    let history = try file(
      "id,recorded_at,lat,lng,accuracy_m,speed_mps,heading_deg,altitude_m,source,battery_level,is_mock\r\n"
        + "7,2026-10-02T12:00:00.000+02:00,46.1,14.1,5,1,361,300,gps,1.5,yes\r\n")
    var ping = try Self.ping(46.1, 14.1, "2026-10-02T10:00:00Z")
    (ping.accuracy, ping.speed, ping.altitude, ping.source, ping.isMock) = (5, 1, 300, .gps, .yes)
    #expect(history.format == .csv)
    #expect(history.pings == [ping])
    let other = try file(
      "timestamp,longitude,latitude\n1790935200,14.1,46.1\nnever,14.1,46.1\n1790935201,14.1,\n")
    #expect(other.pings == [try Self.ping(46.1, 14.1, "2026-10-02T10:00:00Z")])
    #expect((other.undated, other.unplaced) == (1, 1))
  }

  @Test(
    "a file that is not a track is refused, with the place",
    arguments: [
      ("", "line 1: no header row"), ("lat,lng\n1,2", "line 1: no column for the time"),
      ("time,lat,lng\n1,2", "line 2: 2 fields instead of 3"),
      ("time,lat,lng\n", "a CSV file without a single point"),
      ("<gpx><trk>", "broken XML at line 1"), ("<gpx/>", "a GPX file without a single point"),
      ("{\"type\":", "this is not a GeoJSON file: unexpected end at byte 8"),
      ("[]", "a GeoJSON file without a single point"),
      (#"{"type":"Polygon","coordinates":[]}"#, "a GeoJSON file without a single point"),
    ])
  func refused(text: String, words: String) {
    let error = #expect(throws: TrackFileError.self) { try file(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test("a file that is too large is not read")
  func tooLarge() {
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: TrackFile.largest + 1)
    #expect(throws: TrackFileError.tooLarge) { try TrackFile(bytes) }
  }

  @Test("no file traps: valid ones cut short or with bytes changed are read or refused")
  func totality() {
    let valid = [
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[14,46],[14,46.1]]},"properties":{"times":[1,"2"]}}"#,
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[14,46]},"properties":{"time":9223372036854775807}}"#,
      "time,lat,lng\n\"1790935200\",46,14\n",
    ]
    for text in valid.map({ Array($0.utf8) }) {
      for index in text.indices {
        _ = try? TrackFile(Array(text.prefix(index)))
        for byte: UInt8 in [0, 0x22, 0x2C, 0x39, 0x5B, 0x7B, 0x7D, 0xFF] {
          var changed = text
          changed[index] = byte
          _ = try? TrackFile(changed)
        }
      }
    }
  }
}
