import ArgumentParser
import Foundation
import RollcallServer

/// `rollcall responder`.
struct ResponderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "responder", abstract: "Adds, changes and lists the people who report.",
    subcommands: [Add.self, Change.self, Import.self, ImportTrack.self, List.self])

  fileprivate static let skillsHelp: ArgumentHelp =
    "What they can do, each with or without its last day: medic;boat=2027-03-31."

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Adds one responder.")

    @Argument var slug: String
    @Argument var name: String
    @Option(help: ArgumentHelp("E.164, for example +38640123456.", valueName: "e164")) var phone: String?
    @Option(help: "A profile of the workspace.") var profile = "responder"
    @Option(help: "A region; made when it does not exist.") var region: String?
    @Option(name: .customLong("external-id"), help: "What your own system calls them.") var externalID:
      String?
    @Option(help: ResponderCommand.skillsHelp) var skills: String?
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      let person = Person(
        name: name, phone: phone, profile: profile, region: region, externalID: externalID, skills: skills)
      try options.run(.addResponder(slug: slug, person: person))
    }
  }

  struct Change: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Changes a responder; what is not named stays.")

    @Argument var slug: String
    @Argument var id: Int64
    @Option var name: String?
    @Option(help: ArgumentHelp("E.164, for example +38640123456.", valueName: "e164")) var phone: String?
    @Option(help: "A profile of the workspace.") var profile: String?
    @Option(help: "A region; made when it does not exist.") var region: String?
    @Flag(inversion: .prefixedNo, help: "Whether they may log in and report; --no-active ends their session.")
    var active: Bool?
    @Option(help: ResponderCommand.skillsHelp) var skills: String?
    @Option(
      name: .customLong("duty-rule"),
      help: ArgumentHelp(
        "manual, reporting, default (their profile's), or the JSON of a timetable.", valueName: "rule"))
    var dutyRule: String?
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      let change = PersonChange(
        name: name, phone: phone, profile: profile, region: region, isActive: active, skills: skills,
        dutyRule: dutyRule)
      try options.run(.setResponder(slug: slug, id: id, change: change))
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Adds everybody of a CSV file with the header name,phone,profile,region,external_id,skills; all or none.",
      discussion:
        "Columns may be in any order and capitals, separated by commas, semicolons or tabs. Numbers without a country code are read by the workspace's country."
    )

    @Argument var slug: String
    @Argument(help: ArgumentHelp(valueName: "file.csv")) var file: String
    @Flag(help: "Change those who are here already, by external id or number.") var update = false
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      try options.run(.importResponders(slug: slug, people: try people(), updates: update))
    }

    private func people() throws -> [Person] {
      do { return try PeopleList.read(Array(Data(contentsOf: URL(fileURLWithPath: file)))) } catch {
        throw Failure(description: "\(file): \(Words.of(error))")
      }
    }
  }

  struct ImportTrack: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import-track",
      abstract: "Takes a GPX, GeoJSON or CSV file with a track recorded elsewhere into somebody's history.",
      discussion:
        "History only: it is no contact, and no status changes. What is there already is recognised.")

    @Argument var slug: String
    @Argument var id: Int64
    @Argument(help: ArgumentHelp("A GPX, GeoJSON or CSV file.", valueName: "file")) var file: String
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      let bytes: Data
      do { bytes = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
        throw Failure(description: "\(file): \(Words.of(error))")
      }
      try options.run(.importTrack(slug: slug, responder: id, file: bytes))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the responders of a workspace.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.listResponders(slug: slug)) }
  }
}

/// A failure in words.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
