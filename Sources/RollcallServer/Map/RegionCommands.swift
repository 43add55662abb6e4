import Foundation
import Rollcall
import RollcallStore
import RollcallWire

/// Reads files with regions for the command line.
public enum RegionFiles {
  /// The regions of a GeoJSON file; `name` names a region that has no name of its own.
  ///
  /// - Throws: `SettingsError` with the file and the place at fault.
  public static func read(_ path: String, name: String?) throws(SettingsError) -> [Seed.Region] {
    do {
      let regions = try RegionFile.read(Array(Data(contentsOf: URL(fileURLWithPath: path))), name: name)
      return regions.map { Seed.Region(name: $0.name, geometry: $0.geometry) }
    } catch let error as RegionFileError { throw SettingsError("\(path): \(error.words)") } catch {
      throw SettingsError("\(path): \(Words.of(error))")
    }
  }
}

extension CommandExecutor {
  func importRegions(_ regions: [Seed.Region], _ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let (added, changed) = try store.fleet.importRegions(
      regions.map { NewRegion(name: $0.name, geometry: $0.geometry) }, in: .commandLine(workspace.id))
    return CommandOutcome(
      .object(["added": .integer(Int64(added)), "changed": .integer(Int64(changed))]),
      text: "\(added) regions are added, \(changed) are changed.")
  }

  func listRegions(_ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let regions = try store.fleet.regionFacts(of: workspace.id)
    let lines = regions.map { region in
      "\(region.name), \(Self.points(region).map { "\($0) points" } ?? "not drawn"), \(region.people) people"
    }
    return CommandOutcome(
      .object([
        "regions": .array(
          regions.map { region in
            .object([
              "name": .string(region.name), "points": Self.points(region).map { .integer($0) } ?? .null,
              "people": .integer(Int64(region.people)),
            ])
          })
      ]), text: regions.isEmpty ? "\(workspace.slug) has no regions yet." : lines.joined(separator: "\n"))
  }

  func removeRegion(_ name: String, _ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    try store.fleet.removeRegion(name, in: .commandLine(workspace.id))
    return CommandOutcome(.object(["removed": .string(name)]), text: "The region \(name) is removed.")
  }

  /// How many points a region's boundary has; `nil` = it is not drawn.
  private static func points(_ region: RegionFacts) -> Int64? {
    region.shape.map { Int64($0.polygons.joined().joined().count) }
  }
}
