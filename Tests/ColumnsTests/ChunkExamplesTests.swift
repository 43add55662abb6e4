import Foundation
import Testing

@testable import Columns

/// Chunks with their rows in Tests/Contract/chunks, which other languages' readers are tried with, too.
///
/// A file has the chunk in hexadecimal digits, then a line for each ping after `pings`, and for each upload after
/// `uploads`. With `ROLLCALL_WRITE_CHUNKS` in the environment the files are written anew: for a new version only.
@Suite("The format of chunks stays")
struct ChunkExamplesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let folder = root.appending(path: "Tests/Contract/chunks")

  static let names = [
    "nothing", "one-ping", "one-upload", "uploads", "walk", "drive-floats", "odd-doubles", "random-1",
    "random-2",
    "random-3",
    "random-4", "random-5", "random-6", "random-7", "random-8",
  ]

  @Test("Rows have the bytes that they have always had", arguments: names)
  func unchanged(name: String) throws {
    let (pings, uploads) = try Self.rows(name)
    let bytes = try Chunk.encode(pings: Rows(pings), uploads: Rows(uploads))
    let text =
      [bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), "pings"] + RowText.lines(pings)
      + ["uploads"] + RowText.lines(uploads) + [""]
    let file = Self.folder.appending(path: name + ".txt")
    if ProcessInfo.processInfo.environment["ROLLCALL_WRITE_CHUNKS"] != nil {
      try text.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: file, encoding: .utf8)
    #expect(known == text.joined(separator: "\n"))
    let chunk = try Chunk(bytes)
    #expect(RowText.lines(try chunk.pings()) == RowText.lines(pings))
    #expect(RowText.lines(try chunk.uploads()) == RowText.lines(uploads))
  }

  private static func rows(_ name: String) throws -> ([PingRow], [UploadRow]) {
    switch name {
    case "nothing": return ([], [])
    case "one-ping": return ([onePing()], [])
    case "one-upload": return ([], [oneUpload(at: 1_795_000_000_000, number: 3, stored: 0)])
    case "uploads": return ([], (0..<40).map(singleUpload))
    case "walk": return try track("tivoli-walk") { $0 }
    case "drive-floats": return try track("bezigrad-drive") { Double(Float($0)) + .ulpOfOne }
    case "odd-doubles":
      return (
        RandomColumns.oddDoubles.map { value in
          var row = onePing()
          (row.latitude, row.altitude) = (value, value.isNaN ? nil : value)
          return row
        }, []
      )
    default:
      var columns = RandomColumns(numbers: SeededNumbers(state: UInt64(name.utf8.last ?? 0)))
      return (
        columns.pings(5 * Int((name.utf8.last ?? 0) - 48) - 3),
        columns.uploads(Int((name.utf8.last ?? 0) - 48)).map { row in
          // They are older than this column.
          var row = row
          row.latestEffectiveAt = nil
          return row
        }
      )
    }
  }

  private static func onePing() -> PingRow {
    var row = PingRow()
    (row.effectiveAt, row.recordedAt, row.receivedAt) = (
      1_795_000_000_000, 1_795_000_000_000, 1_795_000_000_000
    )
    (row.id, row.onDuty, row.latitude, row.longitude) = (7, true, 46.05, 14.5)
    (row.queue, row.sequence) = (3, 0)
    return row
  }

  private static func oneUpload(at time: Int64, number: Int64, stored: Int64) -> UploadRow {
    var row = UploadRow()
    (row.receivedAt, row.number, row.sentAt, row.stored) = (time, number, time - 180, stored)
    (row.session, row.latestPing, row.knownBattery) = (77, 17 << 32 + number * 10 + 9, 0.97)
    (row.permission, row.locationServices, row.appState, row.interval) = (0, 1, 1, 15)
    return row
  }

  /// One of many uploads with one position each.
  private static func singleUpload(_ number: Int64) -> UploadRow {
    let late = number * number % 700
    let time: Int64 = 1_795_000_000_000 + number * 60_000 + late
    var row = oneUpload(at: time, number: number + 1, stored: 1)
    row.latestEffectiveAt = number % 9 == 3 ? nil : time - 900 - late
    if row.latestEffectiveAt == nil { row.latestPing = nil }
    (row.network, row.queueDepth) = (number / 16, number % 3)
    return row
  }

  /// A route of the demo as positions, ten an upload.
  private static func track(_ name: String, _ place: (Double) -> Double) throws -> ([PingRow], [UploadRow]) {
    let text = try String(contentsOf: root.appending(path: "seeds/demo/routes/\(name).gpx"), encoding: .utf8)
    let point = /lat="([0-9.]+)" lon="([0-9.]+)"><time>[^T]*T(\d\d):(\d\d):(\d\d)Z/
    var pings: [PingRow] = []
    for match in text.matches(of: point) {
      let (_, latitude, longitude, hours, minutes, seconds) = match.output
      let time = [(hours, 3_600_000), (minutes, 60_000), (seconds, 1_000)].reduce(1_795_000_000_000 as Int64)
      {
        $0 + (Int64($1.0) ?? 0) * $1.1
      }
      var row = onePing()
      let number = Int64(pings.count)
      (row.effectiveAt, row.recordedAt, row.id, row.sequence) = (time, time, 17 << 32 + number, number)
      row.latitude = place(Double(latitude) ?? 0)
      row.longitude = place(Double(longitude) ?? 0)
      (row.source, row.accuracy, row.speed) = (0, Double(4 + number * 7 % 5), Double(number * 13 % 40) / 10)
      row.battery = number % 9 == 4 ? nil : Double(97 - number / 12) / 100
      pings.append(row)
    }
    var uploads: [UploadRow] = []
    for start in stride(from: 0, to: pings.count, by: 10) {
      let end = min(start + 10, pings.count)
      let time = pings[end - 1].effectiveAt + 420 + Int64(start)
      for row in start..<end { pings[row].receivedAt = time }
      uploads.append(oneUpload(at: time, number: Int64(start / 10), stored: Int64(end - start)))
    }
    return (pings, uploads)
  }
}
