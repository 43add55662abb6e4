import Foundation
import HTTPTypes
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("A track as a file: GPX and GeoJSON")
struct TrackDownloadTests {
  private let desk: TimelineDesk

  /// Three fixes a minute apart, ten silent minutes, two more of which one is made up, and one long before.
  init() async throws {
    desk = try TimelineDesk("Ana <b> & \"Bo\"")
    for sequence in [1, 2, 3, 4, 5] {
      await desk.report(sequence, mock: sequence == 5)
      desk.web.pass(seconds: sequence == 3 ? 600 : 60)
    }
  }

  private func track(_ ending: String, _ query: String = "") async -> TestAnswer {
    await desk.get("responders/\(desk.id.rawValue)/track.\(ending)\(query)")
  }

  @Test("GPX: a segment for each piece without a gap, times in UTC, doubts as comments, the name escaped")
  func gpx() async throws {
    let answer = await track("gpx")
    #expect(answer.status == 200 && answer.header("Content-Type") == "application/gpx+xml")
    let segments = answer.text.split(separator: "<trkseg>").dropFirst()
    #expect(segments.map { $0.ranges(of: "<trkpt ").count } == [3, 2])
    #expect(answer.text.contains("<trk><name>Ana &lt;b&gt; &amp; &quot;Bo&quot;</name>"))
    #expect(
      answer.text.contains("<trkpt lat=\"46.05\" lon=\"14.5\"><time>2026-11-21T09:00:00.000Z</time></trkpt>"))
    #expect(answer.text.ranges(of: "<cmt>").count == 1 && answer.text.contains("<cmt>mock</cmt></trkpt>"))
    #expect(answer.text.hasSuffix("</trkseg>\n</trk>\n</gpx>\n"))
  }

  @Test("files and lists are named by whom and when they are of, though the address names no hours")
  func names() async {
    let hours = "2026-11-20-1014-2026-11-21-1014"
    #expect(
      await track("gpx").header("Content-Disposition")
        == "attachment; filename=\"track-north-ana-b-bo-\(hours).gpx\"")
    let query = "?responder=\(desk.id.rawValue)"
    #expect(
      await desk.get("history.csv\(query)").header("Content-Disposition")
        == "attachment; filename=\"history-north-ana-b-bo-\(hours).csv\"")
    #expect(
      await desk.get("history.json\(query)").header("Content-Disposition")
        == "inline; filename=\"history-north-ana-b-bo-\(hours).json\"")
    #expect(
      await desk.get("audit.json").header("Content-Disposition")
        == "inline; filename=\"audit-north-\(hours).json\"")
  }

  @Test(
    "lists of how it is now are named by the minute", arguments: ["board", "map", "responders", "holds"])
  func namesOfNow(list: String) async {
    #expect(
      await desk.get("\(list).json").header("Content-Disposition")
        == "inline; filename=\"\(list)-north-2026-11-21-1014.json\"")
  }

  @Test("files of how it is now, too; a list between hours is named by them")
  func namesOfFiles() async {
    #expect(
      await desk.get("board.csv").header("Content-Disposition")
        == "attachment; filename=\"board-north-2026-11-21-1014.csv\"")
    let hours = "2026-11-21-0800-2026-11-21-0930"
    #expect(
      await desk.get("lanes.json?from=2026-11-21T08:00&to=2026-11-21T09:30").header("Content-Disposition")
        == "inline; filename=\"lanes-north-\(hours).json\"")
    #expect(
      await desk.get("reports/exports.json?from=2026-11-21T08:00&to=2026-11-21T09:30").header(
        "Content-Disposition") == "inline; filename=\"exported-files-north-\(hours).json\"")
    let timeline = "responders/\(desk.id.rawValue)/timeline.json?from=2026-11-21T08:00&to=2026-11-21T09:30"
    #expect(
      await desk.get(timeline).header("Content-Disposition")
        == "inline; filename=\"timeline-north-ana-b-bo-\(hours).json\"")
  }

  @Test("a past board is named by its moment, visits by their day, all about a person by whom and when")
  func namesOfOtherTimes() async {
    #expect(
      await desk.get("board.csv?at=2026-11-21T09:05:00Z").header("Content-Disposition")
        == "attachment; filename=\"board-north-2026-11-21-1005.csv\"")
    let day = "2026-11-20-0000-2026-11-21-0000"
    #expect(
      await desk.get("visits.csv?day=2026-11-20").header("Content-Disposition")
        == "attachment; filename=\"visits-north-\(day).csv\"")
    #expect(
      await desk.get("visits.json?day=2026-11-20").header("Content-Disposition")
        == "inline; filename=\"visits-north-\(day).json\"")
    #expect(
      await desk.get("responders/\(desk.id.rawValue)/export.json").header("Content-Disposition")
        == "attachment; filename=\"person-north-ana-b-bo-2026-11-21-1014.json\"")
  }

  @Test("of a time of which positions are left and the log is not, a gap is still no straight line")
  func logIsGone() async throws {
    _ = try desk.web.store.fleet.setWorkspace(slug: "north") { $0.retentionDays = 3_650 }
    let day = "?from=2026-11-21&to=2026-11-22"
    func segments() async -> [Int] {
      await track("gpx", day).text.split(separator: "<trkseg>").dropFirst().map {
        $0.ranges(of: "<trkpt ").count
      }
    }
    #expect(await segments() == [3, 2])
    desk.web.pass(seconds: 400 * 86_400 - 360)
    #expect(await segments() == [3, 2], "the log ends within the gap")
    desk.web.pass(seconds: 86_400)
    #expect(await segments() == [3, 2], "nothing is left of the log")
    let text = await track("geojson", day).text
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let features = try #require(root["features"] as? [[String: Any]])
    let kinds = features.compactMap { ($0["geometry"] as? [String: Any])?["type"] as? String }
    #expect(kinds.sorted() == ["LineString", "LineString", "Point"])
  }

  @Test("what was sent off duty is on no track")
  func offDuty() async throws {
    await desk.duty("off_duty")
    for sequence in 6...9 {
      desk.web.pass(seconds: 30)
      await desk.report(sequence)
    }
    await desk.duty("on_duty")
    desk.web.pass(seconds: 1)
    await desk.report(10)
    let segments = await track("gpx").text.split(separator: "<trkseg>").dropFirst()
    #expect(segments.map { $0.ranges(of: "<trkpt ").count } == [3, 2, 1])
  }

  @Test("GeoJSON: a line for each piece with its times, and a point for each doubt")
  func geoJSON() async throws {
    let answer = await track("geojson")
    #expect(answer.status == 200 && answer.header("Content-Type") == "application/geo+json")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
    let features = try #require(root["features"] as? [[String: Any]])
    let kinds = features.compactMap { ($0["geometry"] as? [String: Any])?["type"] as? String }
    #expect(kinds.sorted() == ["LineString", "LineString", "Point"])
    let properties = features.compactMap { $0["properties"] as? [String: Any] }
    #expect(properties.compactMap { ($0["coordTimes"] as? [String])?.count }.sorted() == [2, 3])
    #expect(properties.compactMap { $0["flags"] as? [String] } == [["mock"]])
  }

  @Test("a span narrows it, nobody's is an empty file, a wrong one is refused, and each is noted")
  func spans() async throws {
    #expect(await track("gpx", "?from=2026-11-21T09:01:30Z").text.ranges(of: "<trkpt ").count == 3)
    let none = await track("geojson", "?from=2026-11-01&to=2026-11-02").text
    #expect(none == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
    #expect(await track("gpx", "?from=2026-11-01&to=2026-11-02").text.hasSuffix("</name>\n</trk>\n</gpx>\n"))
    #expect(await track("gpx", "?from=x").status == 400)
    #expect(await desk.get("responders/999/track.gpx").status == 404)
    try desk.web.store.markAlive()
    let found = try desk.web.store.reports.exportFiles(of: Workspace.ID(1), limit: 9)
    #expect(found.map(\.kind) == ["track.gpx", "track.geojson", "track.gpx"])
    #expect(found.map(\.rows) == [0, 0, 3])
    #expect(found.last?.filter == "?responder=\(desk.id.rawValue)&from=2026-11-21T09%3A01%3A30Z")
  }
}

@Suite("Long pieces of a track as GeoJSON")
struct GeoJSONWriterTests {
  @Test(
    "each position is on the line once, but for the one with which the next line begins",
    arguments: [
      (1, [], 1), (2, [2], 0), (4_999, [4_999], 0), (5_000, [5_000], 0), (5_001, [5_000, 2], 0),
      (9_999, [5_000, 5_000], 0), (10_000, [5_000, 5_000, 2], 0),
    ])
  func lines(count: Int, lines: [Int], points: Int) throws {
    let place = try #require(Position(latitude: 46, longitude: 14))
    var writer = GeoJSONWriter()
    for number in 0..<count {
      let time = TestWeb.start.advanced(by: Int64(number) * 1_000)
      writer.point(
        HistoryPing(
          id: Int64(number), responder: Responder.ID(1), ping: Ping(position: place, isMock: .no),
          effective: time, receivedAt: time, timeSource: .phone, queue: "q", flags: [], isOnDuty: true),
        isNew: number == 0)
    }
    writer.end()
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(writer.take())) as? [String: Any])
    let features = try #require(root["features"] as? [[String: Any]])
    let properties = features.compactMap { $0["properties"] as? [String: Any] }
    #expect(properties.compactMap { ($0["coordTimes"] as? [String])?.count } == lines)
    #expect(features.count == lines.count + points)
  }
}

@Suite("What XML cannot say")
struct GPXWriterTests {
  @Test("characters that XML does not know are left out of a name")
  func name() {
    var writer = GPXWriter(name: "a\u{1}b\u{FFFE}\u{1F600}<")
    #expect(String(decoding: writer.take(), as: UTF8.self).hasSuffix("<trk><name>ab\u{1F600}&lt;</name>\n"))
  }

  @Test(
    "numbers without exponent, as XML wants them",
    arguments: [
      (1e-5, "0.0000100000"), (-1e-5, "-0.0000100000"), (1e-300, "0.0000000000"), (46.05, "46.05"),
      (0, "0.0"),
      (1e17, "100000000000000000"),
    ])
  func decimals(value: Double, text: String) {
    #expect(GPXWriter.decimal(value) == text)
  }
}
