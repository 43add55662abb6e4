import ArgumentParser
import Foundation
import Rollcall
import RollcallServer
import Simulator

/// `rollcall demo`.
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a town's control room with simulated phones, until Ctrl-C.",
    discussion: "Without --database everything is made in a temporary folder and taken away at the end.")

  @Option(help: ArgumentHelp("Where to listen; the next free port is taken.", valueName: "address:port"))
  var listen = "127.0.0.1:8080"
  @Option(help: ArgumentHelp("A database to use and keep.", valueName: "file")) var database: String?
  @Flag(help: "Print one JSON object when the demo is ready.") var json = false

  func run() async throws {
    do {
      let folder = try TemporaryFolder(isNeeded: database == nil)
      defer { folder.remove() }
      var settings = Settings(database: database ?? folder.path + "/demo.db")
      settings.listen = try ListenTo(listen)
      settings.logsOnlyTroubles()
      guard settings.listen.isLoopback else { throw SettingsError("the demo listens on this machine only") }
      let places = try Places.find()
      let password = Passwords.random()
      let town = try DemoTown(places: places, password: password)
      try await Serving.run(
        settings, places: places, logger: Logs.standard(level: settings.logLevel), tries: 50
      ) { [json] server in
        let phones = try town.settle(on: server)
        Self.greet(server, town, password, json: json)
        guard let url = URL(string: "http://\(server.listening)") else { return }
        await runFleet(server: url, phones: phones, routes: town.routes, backlog: 3_600_000) { line in
          Terminal.note(line)
        }
      }
    } catch { throw Terminal.exit(for: error, json: json) }
  }

  private static func greet(_ server: RunningServer, _ town: DemoTown, _ password: String, json: Bool) {
    let url = "http://\(server.listening)/w/\(town.seed.slug)/board"
    let emails = town.seed.members.map(\.email)
    if json {
      print(
        JSONValue.object([
          "url": .string(url), "password": .string(password), "members": .array(emails.map(JSONValue.string)),
        ]).line)
    } else {
      print("\(town.seed.name) is open: \(url)")
      for member in town.seed.members { print("  \(member.role): \(member.email)") }
      print("  password: \(password)\n\(town.seed.people.count) phones report. Ctrl-C ends the demo.")
    }
    fflush(nil)
  }
}

/// A folder of its own below the system's temporary one.
struct TemporaryFolder {
  let path: String
  private let isNeeded: Bool

  /// Makes the folder, readable by us alone, if it is needed.
  init(isNeeded: Bool) throws {
    self.isNeeded = isNeeded
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-demo-\(UUID().uuidString)").path
    guard isNeeded else { return }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Takes it away with all that is in it.
  func remove() { if isNeeded { try? FileManager.default.removeItem(atPath: path) } }
}
