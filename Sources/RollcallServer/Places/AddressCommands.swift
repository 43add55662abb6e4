import Foundation
import Rollcall
import RollcallStore
import RollcallWire

/// Reads files with addresses for the command line.
public enum AddressImport {
  /// The addresses of a short CSV file; none when there is no such file.
  ///
  /// - Throws: `SettingsError` with the file and the line at fault.
  public static func list(_ path: String) throws(SettingsError) -> [Seed.Address] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    var reader = AddressList()
    do {
      return try reader.read(Data(contentsOf: URL(fileURLWithPath: path)), isLast: true).map {
        Seed.Address($0)
      }
    } catch { throw SettingsError("\(path): \(Words.of(error))") }
  }

  /// Makes a gazetteer of a CSV file, beside the database. Blocks; the file may be larger than memory.
  ///
  /// - Returns: the draft, to be adopted.
  /// - Throws: `SettingsError` with the file and the line at fault.
  public static func read(_ path: String, database: String) throws(SettingsError) -> String {
    guard let input = FileHandle(forReadingAtPath: path) else {
      throw SettingsError("\(path) cannot be read")
    }
    defer { try? input.close() }
    do {
      let draft = try PlaceStore.beginAddresses(database: database)
      var list = AddressList()
      while true {
        let block = try input.read(upToCount: 1 << 20) ?? Data()
        try draft.add(list.read(block, isLast: block.isEmpty))
        if block.isEmpty { break }
      }
      try draft.finish()
      return draft.path
    } catch { throw SettingsError("\(path): \(Words.of(error))") }
  }
}

extension Seed {
  /// An address of a short list.
  public struct Address: Codable, Equatable, Sendable {
    public var name, number, town: String
    public var lat, lng: Double

    init(_ address: NewAddress) {
      (name, number, town) = (address.name, address.number, address.town)
      (lat, lng) = (address.position.latitude, address.position.longitude)
    }

    fileprivate var asNew: NewAddress? {
      Position(latitude: lat, longitude: lng).flatMap {
        NewAddress(name: name, number: number, town: town, position: $0)
      }
    }
  }
}

extension CommandExecutor {
  func importAddresses(_ list: [Seed.Address], _ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let draft = try PlaceStore.beginAddresses(database: store.path)
    defer { draft.discard() }
    try draft.add(list.compactMap(\.asNew))
    try draft.finish()
    return try adoptAddresses(draft.path, workspace)
  }

  func adoptAddresses(_ draft: String, _ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let count = try store.places.adopt(draft, in: .commandLine(workspace.id))
    return CommandOutcome(
      .object([
        "addresses": .integer(Int64(count.addresses)), "streets": .integer(Int64(count.streets)),
      ]), text: "\(workspace.slug) has \(count.addresses) addresses in \(count.streets) streets.")
  }

  func removeAddresses(_ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    try store.places.removeAddresses(in: .commandLine(workspace.id))
    return CommandOutcome(
      .object(["removed": .bool(true)]), text: "The addresses of \(workspace.slug) are removed.")
  }

  func countAddresses(_ workspace: Workspace) -> CommandOutcome {
    let count = store.places.addressCount(of: workspace.id)
    return CommandOutcome(
      .object([
        "addresses": .integer(Int64(count?.addresses ?? 0)), "streets": .integer(Int64(count?.streets ?? 0)),
      ]),
      text: count.map { "\($0.addresses) addresses in \($0.streets) streets" }
        ?? "\(workspace.slug) has no addresses yet.")
  }
}
