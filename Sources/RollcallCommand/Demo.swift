import ArgumentParser
import Foundation
import Rollcall
import RollcallServer
import Simulator

/// `rollcall demo`.
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows two control rooms with simulated phones and their past day, until Ctrl-C.",
    discussion: "Without --database everything is made in a temporary folder and taken away at the end.")

  @Option(help: ArgumentHelp("Where to listen; the next free port is taken.", valueName: "address:port"))
  var listen = "127.0.0.1:8080"
  @Option(help: ArgumentHelp("A database to use and keep.", valueName: "file")) var database: String?
  @Flag(help: "Print one JSON object when the demo is ready.") var json = false

  func run() async throws {
    do {
      let folder = try TemporaryFolder(isNeeded: true)
      defer { folder.remove() }
      var settings = Settings(database: database ?? folder.path + "/demo.db")
      let end = DemoEnd(taking: [folder.path] + DemoHistory.files(of: settings.database))
      settings.listen = try ListenTo(listen)
      settings.logsOnlyTroubles()
      guard settings.listen.isLoopback else { throw SettingsError("the demo listens on this machine only") }
      let places = try Version.places()
      let password = Passwords.random()
      let hash = try Passwords.hash(password)
      let towns = try DemoTown.folders.map { try DemoTown(folder: $0, places: places, passwordHash: hash) }
      let start = Timestamp.now
      settings.geoIP = try DemoNetworks.files(in: places, copiedTo: folder.url, at: start)
      // The phones are on this machine. They send their own addresses to the server, as a proxy would.
      settings.trustedProxies = DemoNetworks.proxies
      settings.mapFile = MapFileKeys(places.seeds + "/map/demo.mbtiles")
      let past = try await DemoHistory.write(
        towns, database: settings.database, places: places, geoIP: settings.geoIP, start: start,
        below: folder.url)
      try await Serving.run(
        settings, places: places, logger: Logs.standard(level: settings.logLevel), tries: 50,
        endsWithTerminal: true
      ) { [json, database] server in
        end.isServed(keeping: database.map(DemoHistory.names) ?? [])
        let fleet = try past ?? Self.settle(towns, on: server, at: .now, below: folder.url)
        Self.greet(server, towns, password, phones: fleet.count, json: json)
        guard let url = URL(string: "http://\(server.listening)") else { return }
        let now = Timestamp.now
        let numbers = try DemoHistory.numbers(of: towns, server.execute)
        let rooms = try towns.map { try $0.controlRoom(start: now, server.execute) }
        await withTaskGroup { group in
          group.addTask {
            await fleet.runLive(
              server: url, tellsAddresses: true, code: { numbers.code(of: $0, server.code) },
              report: { Terminal.report($0) })
          }
          for room in rooms {
            group.addTask { await room.runLive(server: url) { line in Terminal.report(line) } }
          }
        }
      }
    } catch { throw Terminal.exit(for: error, json: json) }
  }

  /// The phones of a database that was a demo before. They start anew.
  private static func settle(
    _ towns: [DemoTown], on server: RunningServer, at now: Timestamp, below folder: URL
  ) throws -> Fleet {
    let phones = try towns.flatMap { try $0.settle(start: now, now: now, server.execute) }
    return try Fleet(phones, routes: [], start: now, from: now, below: folder)
  }

  private static func greet(
    _ server: RunningServer, _ towns: [DemoTown], _ password: String, phones: Int, json: Bool
  ) {
    let boards = towns.map { (seed: $0.seed, url: "http://\(server.listening)/w/\($0.seed.slug)/board") }
    if json {
      let emails = towns.flatMap(\.seed.members).map { JSONValue.string($0.email) }
      print(
        JSONValue.object([
          "url": .string(boards.first?.url ?? ""), "urls": .array(boards.map { .string($0.url) }),
          "password": .string(password), "members": .array(emails),
        ]).line)
    } else {
      for board in boards {
        print("\(board.seed.name) is open: \(board.url)")
        for member in board.seed.members { print("  \(member.role): \(member.email)") }
      }
      print("Password: \(password)\n\(phones) phones report. Ctrl-C ends the demo.")
    }
    fflush(nil)
  }
}

/// A new folder in the system's temporary directory.
struct TemporaryFolder {
  let path: String
  var url: URL { URL(fileURLWithPath: path) }
  private let isNeeded: Bool

  /// Creates the folder, readable only by this user, if it is needed.
  init(isNeeded: Bool) throws {
    self.isNeeded = isNeeded
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-demo-\(UUID().uuidString)").path
    guard isNeeded else { return }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Removes the folder with its contents.
  func remove() { if isNeeded { try? FileManager.default.removeItem(atPath: path) } }
}
