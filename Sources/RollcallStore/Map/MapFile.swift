import Foundation
import SQL

/// A map in one file: raster images by zoom, column and row, in the MBTiles format 1.3. Only read.
///
/// See <https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md>.
public final class MapFile: Sendable {
  /// One image of the map.
  public struct Tile: Equatable, Sendable {
    /// `image/png`, `image/jpeg` or `image/webp`.
    public let mediaType: String
    /// The image.
    public let bytes: [UInt8]
  }

  /// Whose map it is, as the file says it; may be empty.
  public let attribution: String
  /// The zoom levels with images.
  public let zooms: ClosedRange<Int>
  /// Changes when the file is replaced.
  public let version: String
  private let queue: DatabaseQueue

  /// The largest image, bytes: those of maps have a tenth of it.
  private static let largest: Int32 = 4 * 1_024 * 1_024

  /// Opens a file. Blocks.
  ///
  /// - Throws: `StoreError.invalid`, in words, for a file that is no such map.
  public init(_ path: String) throws(StoreError) {
    var about = stat()
    guard stat(path, &about) == 0 else { throw .invalid("\(path) cannot be read") }
    version = "\(about.st_ino)-\(about.st_size)-\(about.st_mtim.tv_sec)-\(about.st_mtim.tv_nsec)"
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.prepareDatabase { db in
        // It may come from anywhere: nothing in it is carried out.
        try db.execute(
          sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON")
        db.set(.length, to: Self.largest)
      }
      queue = try DatabaseQueue(path: path, configuration: configuration)
      (attribution, zooms) = try queue.read { db in
        (try Self.attribution(db), try Self.zooms(db, path))
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .invalid("\(path) is no map of tiles (MBTiles)")
    }
  }

  /// The image of a place; `nil` where the map has none. Rows are counted from the north. Blocks.
  public func tile(zoom: Int, column: Int, row: Int) throws(StoreError) -> Tile? {
    guard zooms.contains(zoom), case let side = 1 << zoom, (0..<side).contains(column),
      (0..<side).contains(row)
    else { return nil }
    // In the file rows are counted from the south.
    let fromSouth = side - 1 - row
    let image: [UInt8]?
    do {
      image = try queue.read { db in
        try db.first(
          "SELECT tile_data FROM tiles WHERE zoom_level = \(zoom) AND tile_column = \(column) AND tile_row = \(fromSouth)",
          as: [UInt8].self)
      }
    } catch { throw StoreError(error) }
    return image.flatMap { bytes in Self.mediaType(bytes).map { Tile(mediaType: $0, bytes: bytes) } }
  }

  private static func attribution(_ db: Database) throws -> String {
    let text = try db.first("SELECT value FROM metadata WHERE name = 'attribution'", as: String?.self)
    return (text ?? nil) ?? ""
  }

  private static func zooms(_ db: Database, _ path: String) throws -> ClosedRange<Int> {
    let least = try db.first("SELECT min(zoom_level) FROM tiles", as: Int?.self) ?? nil
    let most = try db.first("SELECT max(zoom_level) FROM tiles", as: Int?.self) ?? nil
    guard let least, let most else { throw StoreError.invalid("\(path) has no tiles") }
    guard 0 <= least, most <= 24 else { throw StoreError.invalid("\(path) has zoom levels outside 0 to 24") }
    let sample = try db.first("SELECT tile_data FROM tiles LIMIT 1", as: [UInt8].self) ?? []
    guard mediaType(sample) != nil else {
      throw StoreError.invalid("\(path) has tiles that are not PNG, JPEG or WebP; vector tiles are not drawn")
    }
    return least...most
  }

  /// By the first bytes; `nil` for anything but the three formats.
  private static func mediaType(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "image/webp"
    }
    return nil
  }
}
