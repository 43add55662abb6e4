import Rollcall
import RollcallWire
import Testing

@Suite("GPX tracks")
struct GPXTrackTests {
  private func track(_ text: String) throws(GPXError) -> GPXTrack {
    try GPXTrack(parsing: Array(text.utf8))
  }

  private func times(_ texts: [String]) throws -> [String?] {
    let points = texts.map { #"<trkpt lat="46" lon="14">\#($0)</trkpt>"# }.joined()
    return try track("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>").points.map { $0.time?.rfc3339 }
  }

  @Test("elements nest no deeper than any track does")
  func depth() throws {
    let point = #"<trkpt lat="46" lon="14"/>"#;
    let nested = { (depth: Int) in
      String(repeating: "<a>", count: depth) + point + String(repeating: "</a>", count: depth)
    }
    #expect(try track(nested(63)).points.count == 1)
    #expect(throws: GPXError.malformed(line: 1)) { try track(nested(64)) }
    #expect(throws: GPXError.malformed(line: 1)) { try track(String(repeating: "<a>", count: 200_000)) }
  }

  @Test(
    "the points of all tracks and segments come in the order of the document; way points and routes do not")
  func everyTrackPoint() throws {
    let track = try track(
      """
      <?xml version="1.0"?>
      <gpx xmlns="http://www.topografix.com/GPX/1/0" version="1.0">
        <time>2010-10-04T05:13:19Z</time>
        <wpt lat="1" lon="1"><time>2010-10-01T00:00:00Z</time></wpt>
        <rte><rtept lat="2" lon="2"/></rte>
        <trk><trkseg></trkseg></trk>
        <trk><name>a</name><trkseg>
          <trkpt lat="46.1" lon="14.1"><ele>300.5</ele><time>2010-10-02T10:00:00Z</time></trkpt>
        </trkseg><trkseg>
          <trkpt lat="46.2" lon="14.2"/>
        </trkseg></trk>
        <trk><trkseg>
          <trkpt lon="14.3" lat="46.3"><time>2010-10-02T10:00:05.250Z</time></trkpt>
        </trkseg></trk>
      </gpx>
      """)
    #expect(track.points.map(\.position.latitude) == [46.1, 46.2, 46.3])
    #expect(track.points.map(\.position.longitude) == [14.1, 14.2, 14.3])
    #expect(track.points.map(\.elevation) == [300.5, nil, nil])
    #expect(
      track.points.map { $0.time?.rfc3339 } == ["2010-10-02T10:00:00.000Z", nil, "2010-10-02T10:00:05.250Z"])
    #expect(track.undated == 1)
  }

  @Test("elements are known by their local name, whatever their prefix")
  func prefixes() throws {
    let track = try track(
      """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:trk><g:trkseg>
      <g:trkpt lat="46" lon="14"><g:ele>7</g:ele><g:time> 2020-01-01T00:00:00+01:00 </g:time></g:trkpt>
      </g:trkseg></g:trk></g:gpx>
      """)
    #expect(track.points.first?.elevation == 7)
    #expect(track.points.first?.time?.rfc3339 == "2019-12-31T23:00:00.000Z")
  }

  @Test("a time inside a point's extensions is not the point's")
  func extensions() throws {
    let times = try times([
      "<time>2020-01-01T00:00:00Z</time><extensions><time>2020-01-01T09:00:00Z</time></extensions>",
      "<extensions><x><ele>5</ele><time>2020-01-01T09:00:00Z</time></x></extensions>",
    ])
    #expect(times == ["2020-01-01T00:00:00.000Z", nil])
  }

  @Test(
    "a time is usable when it can be read and is not before 1990",
    arguments: [
      ("2020-02-29T12:00:00Z", "2020-02-29T12:00:00.000Z"),
      ("2020-02-29T12:00:00", "2020-02-29T12:00:00.000Z"),
      ("1990-01-01T00:00:00Z", "1990-01-01T00:00:00.000Z"),
      ("1989-12-31T23:59:59Z", nil),
      ("1901-12-13T20:45:52.2073437Z", nil),
      ("1970-01-01T00:00:00Z", nil),
      ("2021-02-29T12:00:00Z", nil),
      ("yesterday", nil),
      ("", nil),
      (String(repeating: "2020-01-01T00:00:00Z", count: 1_000), nil),
    ] as [(String, String?)])
  func usableTimes(text: String, expected: String?) throws {
    #expect(try times(["<time>\(text)</time>"]) == [expected])
  }

  @Test("a time that is not later than the newest before it is not usable")
  func increasingTimes() throws {
    let seconds = ["10", "10", "05", "11", "09", "12"]
    let times = try times(seconds.map { "<time>2020-01-01T00:00:\($0)Z</time>" })
    #expect(times.map { $0 != nil } == [true, false, false, true, false, true])
  }

  @Test(
    "points without readable coordinates are counted and left out",
    arguments: [
      #"lat="46""#, #"lon="14""#, #"lat="91" lon="14""#, #"lat="46" lon="-180.1""#, #"lat="nan" lon="14""#,
      #"lat="46,1" lon="14""#, #"lat="" lon="""#,
    ])
  func unplaced(attributes: String) throws {
    let track = try track(
      "<gpx><trk><trkseg><trkpt \(attributes)><time>2020-01-01T00:00:00Z</time></trkpt>"
        + #"<trkpt lat="46" lon="14"/></trkseg></trk></gpx>"#)
    #expect(track.points.count == 1)
    #expect(track.unplaced == 1)
  }

  @Test(
    "a file that is not a track is refused",
    arguments: [
      ("", GPXError.malformed(line: 1)),
      ("lat,lng\n46,14\n", GPXError.malformed(line: 1)),
      ("<gpx>\n<trk>\n", GPXError.malformed(line: 3)),
      ("<gpx><trk>\n</trkseg></gpx>", GPXError.malformed(line: 2)),
      ("<gpx/><gpx/>", GPXError.malformed(line: 1)),
      ("<gpx/>\n\nmore", GPXError.malformed(line: 3)),
      (#"<gpx><trkpt lat="46></gpx>"#, GPXError.malformed(line: 1)),
      ("<gpx><!-- --></gpx", GPXError.malformed(line: 1)),
      (#"<gpx><wpt lat="46" lon="14"/></gpx>"#, GPXError.noTrackPoints),
      ("<html/>", GPXError.noTrackPoints),
    ])
  func refused(text: String, error: GPXError) {
    #expect(throws: error) { try track(text) }
  }

  @Test(
    "comments, CDATA, instructions, document types, either quotes and a byte order mark are read as XML has them"
  )
  func syntax() throws {
    let track = try track(
      """
      \u{FEFF}<?xml version='1.0'?><!DOCTYPE gpx [<!ENTITY a "<trkpt lat='9' lon='9'>"> <!ENTITY b "&a;&a;">]>
      <!-- <trkpt lat="1" lon="1"/> --><gpx><trk><name>a &gt; b &b;</name><trkseg>
      <trkpt name="x > y" lon = '14.5' lat="46.5"
      ><ele><![CDATA[12]]></ele><time>2020-01-01T<!-- half past -->00:30:00Z</time></trkpt >
      <![CDATA[<trkpt lat="2" lon="2"/>]]></trkseg></trk></gpx><!-- end -->
      """)
    let point = try #require(track.points.first)
    #expect(track.points.count == 1)
    #expect(point.position == Position(latitude: 46.5, longitude: 14.5))
    #expect(point.elevation == 12)
    #expect(point.time?.rfc3339 == "2020-01-01T00:30:00.000Z")
  }

  @Test("no document traps: a valid one cut short or with bytes changed is read or refused")
  func totality() {
    let valid = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><gpx><trk><trkseg>
      <trkpt lat="46.1" lon="14.1"><ele>300</ele><time>2010-10-02T10:00:00Z</time></trkpt>
      <trkpt lat="46.2" lon="14.2"><time>2010-10-02T10:00:09Z</time></trkpt></trkseg></trk></gpx>
      """.utf8)
    for length in valid.indices {
      _ = try? GPXTrack(parsing: Array(valid.prefix(length)))
    }
    for index in valid.indices {
      for byte: UInt8 in [0, 0x22, 0x26, 0x3C, 0x3E, 0x80, 0xFF] {
        var changed = valid
        changed[index] = byte
        _ = try? GPXTrack(parsing: changed)
      }
    }
    let deep = String(repeating: "<trkpt>", count: 100_000)
    #expect(throws: GPXError.self) { try GPXTrack(parsing: Array(deep.utf8)) }
  }
}
