import ArgumentParser
import RollcallServer

/// `rollcall seed`.
struct SeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Makes the workspace that a folder describes, with its people and members.",
    discussion:
      "The folder holds workspace.json, people.csv, regions.json and, if there are any, outlets.csv, events.json and visits.csv, as seeds/demo does."
  )

  @Argument(help: ArgumentHelp(valueName: "dir")) var folder: String
  @Flag(help: "Read the members' password from standard input; else one is made up and printed.")
  var passwordStdin = false
  @OptionGroup var options: DatabaseOptions

  func run() throws {
    let password = try passwordStdin ? Terminal.password() : Passwords.random()
    var outcome = try options.reporting {
      let seed = try Seed(
        folder: folder, profiles: Places.find().profiles(), passwordHash: Passwords.hash(password))
      return CommandRunner.run(.seed(seed), database: try options.path())
    }
    if outcome.exit == 0, !passwordStdin { outcome.add(password) }
    try options.show(outcome)
  }
}

extension CommandOutcome {
  /// Adds the generated password of the members to the result.
  mutating func add(_ password: String) {
    guard case .object(var members) = result else { return }
    members["password"] = .string(password)
    let names = result["members"]?.items?.compactMap(\.text) ?? []
    result = .object(members)
    text += "\nLog in as \(names.joined(separator: ", ")) with the password \(password)"
  }
}
