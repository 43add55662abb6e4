import ArgumentParser
import Foundation
import RollcallServer
import Simulator

/// `rollcall simulate`.
struct Simulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replays GPX tracks into a running server, each as a phone.",
    discussion: """
      A track is shifted so that its last point is now; with --speed it starts that far in the past and catches up.
      Each track needs an access token (--token, in the order of the tracks). For tracks without one a
      responder named after the file is made in the database; --workspace may be left out when there is only one.
      """)

  @Option(parsing: .upToNextOption, help: ArgumentHelp("GPX files.", valueName: "file.gpx")) var track:
    [String]
  @Option(help: "The server, for example http://127.0.0.1:8080.") var url: String
  @Option(help: "How many times as fast as the clock, at least 1; without it everything is sent at once.")
  var speed: Double?
  @Option(parsing: .upToNextOption, help: "An access token for each track.") var token: [String] = []
  @Option(help: "The workspace of the responders to make.") var workspace: String?
  @Option(help: "Their profile.") var profile = "event"
  @OptionGroup var options: DatabaseOptions

  func validate() throws {
    guard !track.isEmpty else { throw ValidationError("name at least one --track") }
    guard let server = URL(string: url), ["http", "https"].contains(server.scheme) else {
      throw ValidationError("--url: not a web address: \(url)")
    }
    if let speed, !(speed >= 1) { throw ValidationError("--speed is at least 1") }
  }

  func run() async throws {
    do {
      guard let server = URL(string: url) else { return }
      let tokens = try token + track.dropFirst(token.count).map(issueToken)
      let report = try await replay(
        tracks: track.map { URL(fileURLWithPath: $0) }, server: server, tokens: tokens, speed: speed
      ) { Terminal.note($0) }
      show(report)
    } catch { throw Terminal.exit(for: error, json: options.json) }
  }

  /// Makes a responder for a track and begins a session.
  private func issueToken(for file: String) throws -> String {
    let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let database = try options.path()
    func ask(_ command: AdminCommand) throws -> JSONValue {
      let outcome = CommandRunner.run(command, database: database)
      guard outcome.exit == 0 else { throw Failure(description: outcome.text) }
      return outcome.result
    }
    let slug = try workspace ?? onlyWorkspace(database)
    let added = try ask(.addResponder(slug: slug, person: Person(name: name, profile: profile)))
    guard let id = added["id"]?.integer else { throw Failure(description: "nobody was added") }
    let issued = try ask(
      .issueToken(slug: slug, responder: id, deviceID: "simulate-\(id)", lifetime: 86_400_000))
    guard let token = issued["access_token"]?.text else { throw Failure(description: "no token was issued") }
    return token
  }

  /// The workspace of a database that has one.
  private func onlyWorkspace(_ database: String) throws -> String {
    let outcome = CommandRunner.run(.listWorkspaces, database: database)
    guard outcome.exit == 0 else { throw Failure(description: outcome.text) }
    guard case .array(let found)? = outcome.result["workspaces"], found.count == 1,
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
  /// Says something on the way, on standard error.
  static func note(_ words: String) { FileHandle.standardError.write(Data((words + "\n").utf8)) }
}
