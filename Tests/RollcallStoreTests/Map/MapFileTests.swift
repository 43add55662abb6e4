import Foundation
import SQL
import Testing

@testable import RollcallStore

@Suite("A map in a file")
struct MapFileTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]

  /// A file with these tiles: zoom, column, row from the south, image.
  private func file(
    _ tiles: [(zoom: Int, column: Int, row: Int, image: [UInt8])], attribution: String? = "© Surveyors"
  ) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("map-\(UUID().uuidString)").path
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { db in
      try db.execute(
        sql: """
          CREATE TABLE metadata (name TEXT, value TEXT);
          CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
          """)
      if let attribution { try db.run("INSERT INTO metadata VALUES ('attribution', \(attribution))") }
      for tile in tiles {
        try db.run("INSERT INTO tiles VALUES (\(tile.zoom), \(tile.column), \(tile.row), \(tile.image))")
      }
    }
    try queue.close()
    return path
  }

  @Test("has its rows counted from the north, and nothing beyond its edges")
  func rows() throws {
    let path = try file([(2, 1, 0, Self.png + [1]), (3, 0, 7, Self.png + [2])])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let map = try MapFile(path)
    #expect(map.zooms == 2...3 && map.attribution == "© Surveyors")
    #expect(try map.tile(zoom: 2, column: 1, row: 3) == .init(mediaType: "image/png", bytes: Self.png + [1]))
    #expect(try map.tile(zoom: 3, column: 0, row: 0)?.bytes == Self.png + [2])
    for (zoom, column, row) in [
      (2, 1, 0), (2, 4, 0), (2, -1, 0), (2, 1, -1), (2, 1, 4), (1, 0, 0), (64, 0, 0), (-1, 0, 0),
      (Int.max, Int.max, Int.max), (Int.min, Int.min, Int.min),
    ] { #expect(try map.tile(zoom: zoom, column: column, row: row) == nil, "\(zoom)/\(column)/\(row)") }
  }

  @Test(
    "has images of three formats",
    arguments: [
      (png, "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
      (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "image/webp"),
    ])
  func formats(image: [UInt8], mediaType: String) throws {
    let path = try file([(0, 0, 0, image)])
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try MapFile(path).tile(zoom: 0, column: 0, row: 0)?.mediaType == mediaType)
  }

  @Test("is refused in words when it is none")
  func refusals() throws {
    let vector = try file([(0, 0, 0, [0x1F, 0x8B, 8])])
    let empty = try file([])
    let deep = try file([(25, 0, 0, Self.png)])
    let text = FileManager.default.temporaryDirectory.appendingPathComponent("map-\(UUID().uuidString)").path
    try Data("no database".utf8).write(to: URL(fileURLWithPath: text))
    defer { for path in [vector, empty, deep, text] { try? FileManager.default.removeItem(atPath: path) } }
    for (path, words) in [
      (vector, "vector tiles are not drawn"), (empty, "has no tiles"), (deep, "outside 0 to 24"),
      (text, "is no map of tiles"), ("/no/such/file", "cannot be read"), ("/", "is no map of tiles"),
    ] {
      do {
        _ = try MapFile(path)
        Issue.record("\(path) was taken")
      } catch { #expect("\(error)".contains(words), "\(error)") }
    }
  }
}
