import ArgumentParser
import Foundation
import Rollcall
import RollcallServer
import Simulator

/// `rollcall simulate`.
struct Simulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lets phones report: recorded tracks, or a fleet with faults.",
    discussion: """
      --track FILE… --url URL replays GPX tracks into a running server, each as a phone. A track is shifted so that its
      last point is now; with --speed it starts that far in the past and catches up. Each track needs an access token
      (--token, in the order of the tracks); for tracks without one a responder named after the file is made in the
      database. --workspace may be left out when there is only one.

      --phones N --url URL lets N phones of new responders report in real time, until Ctrl-C or --for is over.

      --tokens FILE --url URL does so for people who are there already, on any server: the file holds their access tokens,
      as `token issue --all` prints them, or one a line. No database is needed.

      --routes DIR lets the phones of a fleet go along the GPX tracks of a folder, shared out among them.

      --phones N --virtual does the same in one process on a virtual clock: a day takes minutes. --database names the
      file that the server leaves; without it, it is taken away. At the end it says how the server's view compares
      with what really happened, and exits 1 when a ping was lost or stored twice, a responder shown online who was
      not, or offline at another time than the rules say. --picture draws what happened to each phone, and what the
      server said of it. --incidents lets so many happen an hour: people answer as people do, some phones cannot be
      woken, the service that wakes them fails now and then, and at the end it says who was asked and who came.
      """)

  @Option(parsing: .upToNextOption, help: ArgumentHelp("GPX files.", valueName: "file.gpx")) var track:
    [String] = []
  @Option(help: "The server, for example http://127.0.0.1:8080.") var url: String?
  @Option(help: "How many times as fast as the clock, at least 1; without it everything is sent at once.")
  var speed: Double?
  @Option(parsing: .upToNextOption, help: "An access token for each track.") var token: [String] = []
  @Option(help: "The workspace of the responders to make.") var workspace: String?
  @Option(help: "Their profile; a fleet without it has phones of all kinds.") var profile: String?
  @Option(help: "How many phones.") var phones: Int?
  @Option(help: ArgumentHelp("Access tokens of people who are there already.", valueName: "file"))
  var tokens: String?
  @Option(help: ArgumentHelp("Where they go: a folder of GPX files.", valueName: "dir")) var routes: String?
  @Flag(help: "On a virtual clock, against a server in this process.") var virtual = false
  @Option(name: .customLong("for"), help: "How long: a number with s, m, h or d.") var length: Lifetime?
  @Option(help: ArgumentHelp("What goes wrong; “all” = everything, “none” = nothing.", valueName: "file"))
  var faults: String?
  @Option(help: "Another number is another chance.") var seed: UInt64 = 1
  @Option(
    help: "On the virtual clock phones wake at whole multiples of it (default: 5s, with --incidents 1s).")
  var step: Lifetime?
  @Option(help: "How many incidents an hour, for which the server asks people, on the virtual clock.")
  var incidents: Double?
  @Option(help: ArgumentHelp("Draws the virtual run: an SVG file to write.", valueName: "file"))
  var picture: String?
  @Option(
    help: ArgumentHelp("Puts a fault into the server, to show that it is found.", visibility: .hidden))
  var plant: PlantedFault?
  @Option(
    help: ArgumentHelp("Fills a phone's queue, the file --database, with so many pings.", visibility: .hidden)
  )
  var fill: Int?
  @Flag(help: ArgumentHelp("Each ping is on disk before the next.", visibility: .hidden)) var full = false
  @OptionGroup var options: DatabaseOptions

  func validate() throws {
    guard fill == nil else { return }
    guard [!track.isEmpty, phones != nil, tokens != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("name at least one --track, or how many --phones, or a file of --tokens")
    }
    if virtual, phones == nil || url != nil { throw ValidationError("--virtual goes with --phones alone") }
    if let incidents, !virtual || !(incidents > 0 && incidents <= 3_600) {
      throw ValidationError("--incidents: above 0, at most 3600 an hour, with --virtual")
    }
    if !virtual, picture != nil || plant != nil { throw ValidationError("--picture is of a --virtual run") }
    if routes != nil, !track.isEmpty {
      throw ValidationError("--routes are of a fleet: --phones or --tokens")
    }
    if let phones, !(1...100_000).contains(phones) { throw ValidationError("--phones: 1 to 100000") }
    if let speed, !(speed >= 1) { throw ValidationError("--speed is at least 1") }
    guard !virtual else { return }
    guard let url, let server = URL(string: url), ["http", "https"].contains(server.scheme) else {
      throw ValidationError("--url: not a web address: \(url ?? "none")")
    }
  }

  func run() async throws {
    do {
      if let fill {
        try fillQueue(fill)
      } else if track.isEmpty {
        let order = FleetOrder(
          phones: phones ?? 0, profile: profile, length: length?.milliseconds, mix: try mix(), seed: seed,
          routes: try folderRoutes(), incidentRate: incidents)
        if virtual {
          try await runVirtual(order)
        } else {
          try await runLive(order)
        }
      } else {
        try await replayTracks()
      }
    } catch { throw Terminal.exit(for: error, json: options.json) }
  }

  /// The step of the virtual clock, milliseconds.
  var stepLength: Milliseconds { step?.milliseconds ?? (incidents == nil ? 5_000 : 1_000) }

  /// The mix of faults: by default everything on a virtual clock, nothing in real time.
  private func mix() throws -> FaultMix? {
    switch faults ?? (virtual ? "all" : "none") {
    case "all": return FaultMix.everything
    case "none": return nil
    case let file:
      do { return try FaultMix(parsing: Data(contentsOf: URL(fileURLWithPath: file))) } catch let error
        as StoryError
      {
        throw SettingsError("\(file): \(error)")
      }
    }
  }

  /// The routes in the given folder, by name; none without one.
  private func folderRoutes() throws -> [Route] {
    guard let folder = routes else { return [] }
    let found = try Simulator.routes(in: URL(fileURLWithPath: folder))
    guard !found.isEmpty else { throw SettingsError("\(folder): no GPX tracks") }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func fillQueue(_ count: Int) throws {
    let file = URL(fileURLWithPath: try options.path())
    let seconds = try Simulator.fillQueue(at: file, with: count, survivesPowerCut: full) { sequence in
      print(sequence)
      fflush(nil)
    }
    print(JSONValue.object(["entries": .integer(Int64(count)), "seconds": .number(seconds)]).line)
  }

  private func replayTracks() async throws {
    guard let url, let server = URL(string: url) else { return }
    let tokens = try token + track.dropFirst(token.count).map(issueToken)
    let report = try await replay(
      tracks: track.map { URL(fileURLWithPath: $0) }, server: server, tokens: tokens, speed: speed
    ) { Terminal.report($0) }
    show(report)
  }

  /// Creates a responder for a track and begins a session.
  private func issueToken(for file: String) throws -> String {
    let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let database = try options.path()
    func ask(_ command: AdminCommand) throws -> JSONValue {
      try CommandRunner.run(command, database: database).value
    }
    let slug = try workspace ?? onlyWorkspace(database)
    let added = try ask(.addResponder(slug: slug, person: Person(name: name, profile: profile ?? "event")))
    guard let id = added["id"]?.integer else { throw Failure(description: "nobody was added") }
    let issued = try ask(
      .issueToken(slug: slug, responder: id, deviceID: "simulate-\(id)", lifetime: 86_400_000))
    guard let token = issued["access_token"]?.text else { throw Failure(description: "no token was issued") }
    return token
  }

  /// The workspace of a database that has exactly one.
  func onlyWorkspace(_ database: String) throws -> String {
    let known = try CommandRunner.run(.listWorkspaces, database: database).value
    guard case .array(let found)? = known["workspaces"], found.count == 1,
      let slug = found[0]["slug"]?.text
    else { throw Failure(description: "name the --workspace: the database does not have exactly one") }
    return slug
  }

  private func show(_ report: ReplayReport) {
    for one in report.tracks where !options.json {
      print(
        "\(one.name): \(one.points) points, \(one.undated) without a usable time, \(one.unplaced) without a place; "
          + "\(one.stored) stored, \(one.notStored) known or too old")
    }
    if options.json { print(Self.object(report).line) }
  }

  private static func object(_ report: ReplayReport) -> JSONValue {
    let tracks = report.tracks.map { one in
      JSONValue.object([
        "name": .string(one.name), "points": .integer(Int64(one.points)),
        "undated": .integer(Int64(one.undated)), "unplaced": .integer(Int64(one.unplaced)),
        "stored": .integer(Int64(one.stored)), "not_stored": .integer(Int64(one.notStored)),
      ])
    }
    return .object(["acknowledged": .integer(Int64(report.acknowledged)), "tracks": .array(tracks)])
  }
}

extension Terminal {
  /// Prints progress on standard error.
  static func report(_ words: String) { FileHandle.standardError.write(Data((words + "\n").utf8)) }
}
