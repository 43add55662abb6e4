import Foundation
import Rollcall
import RollcallServer
import Simulator

/// Executes commands on a database: through a running server, or directly before there is one.
typealias Executing = (AdminCommand) -> CommandOutcome

/// One workspace of the demo: its people, their routes, and what happens to their phones.
struct DemoTown: Sendable {
  /// The folders below the seeds, in the order in which they are shown.
  static let folders = ["demo", "demo-harbour"]
  /// How long a phone's session lasts after the live start, unless its story says otherwise. Milliseconds.
  private static let sessionLength: Milliseconds = 7 * 86_400_000

  let seed: Seed
  private let routes: [String: Route]
  private let stories: [String: PhoneStory]
  private let incidents: [IncidentStory]
  private let addresses: [Seed.Address]

  /// Reads the seeds.
  init(folder name: String, places: Places, passwordHash: String) throws {
    let folder = places.seeds + "/" + name
    seed = try Seed(folder: folder, profiles: places.profiles(), passwordHash: passwordHash)
    routes = try Simulator.routes(in: URL(fileURLWithPath: folder + "/routes"))
    do { stories = try PhoneStory.read(URL(fileURLWithPath: folder + "/stories.json")) } catch {
      throw SettingsError("\(folder)/stories.json: \(Words.of(error))")
    }
    do {
      incidents = try IncidentStory.read(URL(fileURLWithPath: folder + "/incidents.json"))
    } catch { throw SettingsError("\(folder)/incidents.json: \(Words.of(error))") }
    addresses = try AddressImport.list(folder + "/addresses.csv")
  }

  /// Whether a database has the workspace.
  func isKnown(to execute: Executing) throws -> Bool {
    try Self.result(of: .listWorkspaces, execute)["workspaces"]?.items?.contains {
      $0["slug"]?.text == seed.slug
    }
      ?? false
  }

  /// Creates the workspace, or finds it and resets the passwords. Begins a session for each responder.
  ///
  /// - Parameters:
  ///   - start: The live start.
  ///   - now: The time at which the commands are executed.
  func settle(start: Timestamp, now: Timestamp, _ execute: Executing) throws -> [FleetPhone] {
    if try isKnown(to: execute) {
      for member in seed.members {
        _ = try Self.result(
          of: .setPassword(slug: seed.slug, email: member.email, passwordHash: seed.passwordHash), execute)
      }
    } else {
      _ = try Self.result(of: .seed(seed), execute)
    }
    let people = try Self.result(of: .listResponders(slug: seed.slug), execute)["responders"]?.items ?? []
    return try people.enumerated().flatMap { index, person in
      try phones(of: person, index: index, start: start, now: now, execute)
    }
  }

  /// The control room's own system, which opens incidents while the demo runs. It gets a key of its own; the
  /// key of an earlier run is revoked.
  func controlRoom(start: Timestamp, _ execute: Executing) throws -> ControlRoom {
    if !addresses.isEmpty { _ = execute(.field(slug: seed.slug, .importAddresses(addresses))) }
    let key = try apiKey(execute)
    let people = try Self.result(of: .listResponders(slug: seed.slug), execute)["responders"]?.items ?? []
    let ids = people.compactMap { person in
      person["external_id"]?.text.flatMap { name in person["id"]?.integer.map { (name, Responder.ID($0)) } }
    }
    return ControlRoom(
      slug: seed.slug, key: key["api_key"]?.text ?? "", stories: incidents,
      people: Dictionary(ids, uniquingKeysWith: { first, _ in first }), start: start)
  }

  /// A name is never given to a second key, so each run takes the next number and revokes the key before.
  private func apiKey(_ execute: Executing) throws -> JSONValue {
    var failure: (any Error)?
    for run in 1...Self.mostRuns {
      let name = "the demo's control room, run \(run)"
      do {
        return try Self.result(
          of: .issueAPIKey(slug: seed.slug, name: name, role: Role.dispatcher.rawValue), execute)
      } catch { failure = error }
      _ = execute(.revokeAPIKey(slug: seed.slug, name: name))
    }
    throw failure ?? Failure(description: "no key for the demo")
  }

  private static let mostRuns = 1_000

  private func phones(
    of person: JSONValue, index: Int, start: Timestamp, now: Timestamp, _ execute: Executing
  ) throws -> [FleetPhone] {
    guard let id = person["id"]?.integer,
      let profile = seed.profiles.first(where: { $0.name == person["profile"]?.text })
    else { return [] }
    let story = person["external_id"]?.text.flatMap { stories[$0] }
    let end = start.advanced(by: story?.sessionEnds ?? Self.sessionLength)
    let issued = try Self.result(
      of: .issueToken(
        slug: seed.slug, responder: id, deviceID: "demo-\(id)", lifetime: max(1_000, end.since(now))),
      execute)
    guard let token = issued["access_token"]?.text else { return [] }
    let names = routes.keys.sorted()
    let name = story?.route ?? (names.isEmpty ? "" : names[index % names.count])
    var behaviour = story?.behaviour ?? PhoneBehaviour()
    behaviour.address = DemoNetworks.home(of: id)
    let first = FleetPhone(
      of: Responder.ID(id), token: token, profile: profile, behaviour: behaviour, route: routes[name])
    return [first] + (story?.secondPhone.map { [first.second(from: $0)] } ?? [])
  }

  /// Executes a command and returns its result; throws its failure.
  private static func result(of command: AdminCommand, _ execute: Executing) throws -> JSONValue {
    let outcome = execute(command)
    guard outcome.exit == 0 else { throw Failure(description: outcome.text) }
    return outcome.result
  }
}
