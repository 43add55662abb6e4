import Configuration
import RollcallStore
public import RollcallWeb

/// The map in a file, as the operator names it.
public struct MapFileKeys: Equatable, Sendable {
  /// The file, in the MBTiles format.
  public let path: String
  /// Whose map it is; `nil` = as the file says.
  public let attribution: String?

  /// A map that says itself whose it is.
  public init(_ path: String) { (self.path, attribution) = (path, nil) }

  /// - Throws: `SettingsError` when a server of tiles is named beside it.
  init?(_ reader: ConfigReader) throws(SettingsError) {
    guard let path = reader.string(forKey: "map_file") else { return nil }
    guard reader.string(forKey: "map_tiles") == nil else {
      throw SettingsError("map_file and map_tiles: a map has one ground, so name one of them")
    }
    self.path = path
    attribution = reader.string(forKey: "map_attribution")
  }

  /// Opens the file. Blocks.
  ///
  /// - Throws: `SettingsError` for a file that cannot be used, and for a map that does not say whose it is.
  public func ground() throws(SettingsError) -> MapGround {
    let file: MapFile
    do throws(StoreError) { file = try MapFile(path) } catch {
      throw SettingsError("map_file: \(Words.of(error))")
    }
    let attribution = self.attribution ?? file.attribution
    guard !attribution.allSatisfy(\.isWhitespace) else {
      throw SettingsError(
        "map_attribution: \(path) does not say whose map it is, for example © OpenStreetMap contributors")
    }
    return .file(file, attribution: attribution)
  }
}

extension Settings {
  /// What lies under maps. Blocks.
  ///
  /// - Throws: `SettingsError` for a file that cannot be used.
  func mapGround() throws(SettingsError) -> MapGround {
    if let mapFile { return try mapFile.ground() }
    return mapTiles.map(MapGround.server) ?? .plain
  }
}
