import Foundation
import Rollcall
import RollcallServer
import Simulator

extension Simulate {
  /// Runs the fleet against a server in real time.
  func runLive(_ order: FleetOrder) async throws {
    guard let url, let server = URL(string: url) else { return }
    let start = Timestamp.now
    if let tokens {
      let fleet = try await Fleet(
        order.adopt(Self.tokens(in: tokens), at: server), routes: [], start: start, from: start,
        seed: order.seed)
      return say(await live(fleet, for: order.length, server: server))
    }
    let database = try options.path()
    let execute: Executing = { CommandRunner.run($0, database: database) }
    let slug = try workspace ?? onlyWorkspace(database)
    let phones = try order.settle(
      in: slug, profiles: Places.find().profiles(), logsIn: false, execute)
    let fleet = try Fleet(
      phones, routes: [], start: start, from: start, seed: order.seed, keepsDiaries: order.length != nil)
    let tally = await live(fleet, for: order.length, server: server)
    guard order.length != nil else { return say(tally) }
    let key = try execute(
      .issueAPIKey(slug: slug, name: "simulate \(start.rfc3339)", role: Role.admin.rawValue)
    ).value["api_key"]?.text
    let found = try await fleet.compareStored(
      server: server, slug: slug, key: key ?? "", span: TimeSpan(from: start, to: .now.advanced(by: 60_000)))
    try finish(
      found, fleet.movement, requests: found.answered, took: .milliseconds(Timestamp.now.since(start)))
  }

  private func live(_ fleet: Fleet, for length: Milliseconds?, server: URL) async -> FleetTally {
    Terminal.report("\(fleet.count) phones report to \(server.absoluteString)")
    await withTaskGroup { group in
      group.addTask { await fleet.runLive(server: server) { line in Terminal.report(line) } }
      group.addTask { await Self.report(fleet) }
      if let length {
        group.addTask { try? await Task.sleep(for: .milliseconds(length)) }
        // The first task to end ends the run: the fleet does not stop by itself.
        await group.next()
        group.cancelAll()
      }
    }
    return await fleet.tally()
  }

  /// Prints the progress of the phones from time to time.
  private static func report(_ fleet: Fleet) async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(30)) } catch { return }
      Terminal.report(text(await fleet.tally()))
    }
  }

  private func say(_ tally: FleetTally) {
    guard options.json else { return print(Self.text(tally)) }
    let counts = [
      ("phones", tally.phones), ("recorded", tally.recorded), ("delivered", tally.delivered),
      ("waiting", tally.waiting),
    ]
    print(
      JSONValue.object(Dictionary(uniqueKeysWithValues: counts.map { ($0.0, .integer(Int64($0.1))) })).line)
  }

  private static func text(_ tally: FleetTally) -> String {
    "\(tally.running) of \(tally.phones) phones run; pings: \(tally.recorded) recorded, \(tally.delivered) delivered, \(tally.waiting) waiting"
  }

  /// The tokens of a file: what `token issue --all` prints, or one a line.
  private static func tokens(in file: String) throws -> [String] {
    struct Issued: Decodable {
      struct One: Decodable {
        enum CodingKeys: String, CodingKey { case token = "access_token" }
        var token: String
      }
      var tokens: [One]
    }
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw SettingsError("\(file): cannot be read")
    }
    if let issued = try? JSONDecoder().decode(Issued.self, from: bytes) {
      return issued.tokens.map(\.token)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    guard !lines.isEmpty else { throw SettingsError("\(file): no tokens") }
    return lines
  }
}

extension FleetOrder {
  /// Creates phones for existing people from tokens that an operator has issued. The server tells whose token
  /// each is.
  func adopt(_ tokens: [String], at server: URL) async throws -> [FleetPhone] {
    let profiles = try Places.find().profiles()
    var phones: [FleetPhone] = []
    let owners = try await TokenOwner.all(of: tokens, at: server)
    for (index, (token, owner)) in zip(tokens, owners).enumerated() {
      let behaviour =
        try mix?.behaviour(for: faultTime, seed: seed &* 100_003 &+ UInt64(index)) ?? Self.working
      // The rules of a workspace's own profile come with the configuration.
      let profile =
        profiles.first { $0.name == owner.profile }
        ?? Profile(name: owner.profile, rules: [ProfileRule(name: "until configured", interval: 60)])
      phones.append(
        FleetPhone(
          of: owner.responder, token: token, profile: profile, behaviour: behaviour,
          route: route(of: index, profile: profile.name), mover: mover(of: index, profile: profile.name)))
    }
    return phones
  }
}
