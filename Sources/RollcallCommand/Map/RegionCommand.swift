import ArgumentParser
import RollcallServer

/// `rollcall region`.
struct RegionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "region", abstract: "Brings, lists and removes the regions of a workspace.",
    subcommands: [Import.self, List.self, Remove.self])

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a GeoJSON file with Polygons or MultiPolygons; all or none.",
      discussion:
        "Each feature names its region with the property “name”. A region of the same name gets the new boundary."
    )

    @Argument var slug: String
    @Argument(help: ArgumentHelp(valueName: "file.geojson")) var file: String
    @Option(help: "What a region is called that has no name of its own.") var name: String?
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .importRegions(try regions()))) }

    private func regions() throws -> [Seed.Region] {
      do { return try RegionFiles.read(file, name: name) } catch {
        throw Failure(description: Words.of(error))
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the regions of a workspace.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .listRegions)) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes a region to which nobody belongs and in which there are no incidents.")

    @Argument var slug: String
    @Argument var name: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .removeRegion(name: name))) }
  }
}
