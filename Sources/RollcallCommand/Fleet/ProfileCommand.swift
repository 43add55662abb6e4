import ArgumentParser
import Rollcall
import RollcallServer

/// `rollcall profile`.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Imports and shows how people are expected to report.",
    subcommands: [Import.self, Show.self])

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a profile into a workspace, or replaces the one of the same name.")

    @Argument var slug: String
    @Argument(help: ArgumentHelp(valueName: "file.json")) var file: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.importProfile(slug: slug, profile: try profile())) }

    private func profile() throws -> Profile {
      do { return try ProfileFile.read(file) } catch { throw Failure(description: Words.of(error)) }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints the profiles of a workspace.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.showProfiles(slug: slug)) }
  }
}
