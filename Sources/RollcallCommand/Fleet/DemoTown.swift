import Foundation
import Rollcall
import RollcallServer
import Simulator

/// The demo's workspace, its people and where they walk.
struct DemoTown: Sendable {
  let seed: Seed
  let routes: [Route]

  /// Reads the seeds.
  init(places: Places, password: String) throws {
    let folder = places.seeds + "/demo"
    seed = try Seed(folder: folder, profiles: places.profiles(), passwordHash: Passwords.hash(password))
    routes = try Simulator.routes(in: URL(fileURLWithPath: folder + "/routes"))
  }

  /// Makes the workspace on a server, or finds it there and sets the passwords anew; begins a session for everybody.
  func settle(on server: RunningServer) throws -> [FleetPhone] {
    let known = try server.answer(.listWorkspaces)["workspaces"]?.items ?? []
    if known.contains(where: { $0["slug"]?.text == seed.slug }) {
      for member in seed.members {
        _ = try server.answer(
          .setPassword(slug: seed.slug, email: member.email, passwordHash: seed.passwordHash))
      }
    } else {
      _ = try server.answer(.seed(seed))
    }
    return try phones(on: server)
  }

  private func phones(on server: RunningServer) throws -> [FleetPhone] {
    let people = try server.answer(.listResponders(slug: seed.slug))["responders"]?.items ?? []
    let tokens =
      try server.answer(
        .issueTokens(slug: seed.slug, devicePrefix: "demo-", lifetime: 7 * 86_400_000))["tokens"]?.items ?? []
    let profileNames = Dictionary(
      people.compactMap { person in
        person["id"]?.integer.flatMap { id in person["profile"]?.text.map { (id, $0) } }
      }, uniquingKeysWith: { first, _ in first })
    let profiles = Dictionary(seed.profiles.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return tokens.enumerated().compactMap { index, token in
      guard let id = token["responder_id"]?.integer, let text = token["access_token"]?.text,
        let profile = profileNames[id].flatMap({ profiles[$0] })
      else { return nil }
      let duty: DutyState =
        profile.labels[DutyState.onMission.rawValue] != nil && index % 5 == 0 ? .onMission : .onDuty
      return FleetPhone(token: text, profile: profile, behaviour: .mixed(index), duty: duty)
    }
  }
}

extension RunningServer {
  /// What a command answers; its failure is thrown.
  func answer(_ command: AdminCommand) throws -> JSONValue {
    let outcome = execute(command)
    guard outcome.exit == 0 else { throw Failure(description: outcome.text) }
    return outcome.result
  }
}
