import ArgumentParser
import Rollcall
import RollcallServer

/// `rollcall app`.
struct AppCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app", abstract: "Lets apps that are not made for Rollcall report for somebody.",
    subcommands: [Issue.self])

  struct Issue: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a secret for an app on a responder's phone and prints it; others of theirs go on.")

    @Argument var slug: String
    @Argument(help: "The responder; none with --all.") var responderID: Int64?
    @Flag(help: "One for each active responder.") var all = false
    @Option(
      help: "Which app: \(Adapter.allCases.map(\.rawValue).joined(separator: ", ")).", transform: known)
    var adapter: Adapter
    @Option(help: "What the console calls it.") var name: String?
    @Option(help: "How often it is expected to report while on duty, seconds.") var onDuty: Int?
    @Option(help: "The same on a mission.") var onMission: Int?
    @Flag(help: "Its user allowed remote commands (OwnTracks).") var takesCommands = false
    @OptionGroup var options: DatabaseOptions

    private static func known(_ word: String) throws -> Adapter {
      guard let adapter = Adapter(rawValue: word) else { throw ValidationError("\(word) is no app we know") }
      return adapter
    }

    func validate() throws {
      if all == (responderID != nil) { throw ValidationError("name a responder, or --all") }
      if onMission != nil, onDuty == nil { throw ValidationError("--on-mission needs --on-duty") }
    }

    func run() throws {
      let app = AppToIssue(
        adapter: adapter.rawValue, name: name ?? adapter.rawValue, onDuty: onDuty,
        onMission: onMission ?? onDuty, takesCommands: takesCommands)
      try options.run(.issueApp(slug: slug, responder: responderID, app: app))
    }
  }
}
