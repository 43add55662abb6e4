import Foundation
import Rollcall
import RollcallServer
import Simulator

/// A fleet as somebody orders it on the command line.
struct FleetOrder {
  /// The profiles of a fleet of all kinds, for each ten phones.
  private static let kinds = [
    "responder", "responder", "responder", "driver", "responder", "family", "responder", "field", "responder",
    "driver",
  ]
  /// In the middle of the town where the phones go about.
  private static let town = Position(latitude: 46.0511, longitude: 14.5051)
  /// How long a phone's session lasts that an operator has issued, milliseconds.
  private static let sessionLength: Milliseconds = 7 * 86_400_000

  let phones: Int
  let profile: String?
  /// Milliseconds; `nil` = until Ctrl-C.
  let length: Milliseconds?
  let mix: FaultMix?
  let seed: UInt64
  /// Where they go, shared out among them; none = along made-up streets.
  let routes: [Route]

  /// How long the faults are spread over, milliseconds.
  var faultTime: Milliseconds { length ?? 86_400_000 }

  /// Makes the people.
  ///
  /// - Parameters:
  ///   - logsIn: Whether their phones log in by themselves; else an operator issues their sessions.
  ///   - execute: Carries out commands.
  func settle(
    in slug: String, profiles: [Profile], logsIn: Bool, _ execute: Executing
  ) throws -> [FleetPhone] {
    let people = (0..<phones).map { index in
      Person(
        name: "Phone \(index + 1)", phone: logsIn ? number(of: index) : nil, profile: profileName(of: index))
    }
    let added = try execute(.importResponders(slug: slug, people: people)).value["ids"]?.items ?? []
    return try added.compactMap(\.integer).enumerated().compactMap { index, id in
      guard let profile = profiles.first(where: { $0.name == profileName(of: index) }) else {
        throw Failure(description: "there is no profile \(profileName(of: index))")
      }
      let behaviour =
        try mix?.behaviour(for: faultTime, seed: seed &* 100_003 &+ UInt64(index)) ?? Self.working
      // A session that runs out in the script is one of an operator's: those of a login go on and on.
      let end = behaviour.spells.first { $0.trouble == .session }?.from
      var token: String?
      if !logsIn || end != nil {
        token = try execute(
          .issueToken(
            slug: slug, responder: id, deviceID: "simulate-\(id)",
            lifetime: max(1_000, end ?? Self.sessionLength))
        ).value["access_token"]?.text
      }
      return FleetPhone(
        of: Responder.ID(id), token: token, profile: profile, behaviour: behaviour,
        route: route(of: index))
    }
  }

  func route(of index: Int) -> Route? {
    guard routes.isEmpty else { return routes[index % routes.count] }
    return Self.town.flatMap { Route.onGrid(around: $0, seed: seed &+ UInt64(index)) }
  }

  static let working = PhoneBehaviour(duty: [.init(.onDuty, at: 1)])

  private func profileName(of index: Int) -> String { profile ?? Self.kinds[index % Self.kinds.count] }

  /// The number of a phone, E.164.
  func number(of index: Int) -> String { "+38640\(100_000 + index)" }
}

extension CommandOutcome {
  /// What a command answers.
  ///
  /// - Throws: `Failure` when it was not carried out.
  var value: JSONValue {
    get throws {
      guard exit == 0 else { throw Failure(description: text) }
      return result
    }
  }
}

extension Simulate {
  /// Lets the fleet live through a time that passes in minutes.
  func runVirtual(_ order: FleetOrder) async throws {
    let length = order.length ?? 86_400_000
    let folder = try TemporaryFolder(isNeeded: options.database == nil)
    defer { folder.remove() }
    let database = options.database ?? folder.path + "/virtual.db"
    guard !FileManager.default.fileExists(atPath: database) else {
      throw Failure(description: "\(database) is there already; a virtual run makes a new one")
    }
    let places = try Places.find()
    let end = Timestamp.now
    // At a whole minute, so that two runs with the same seed differ in nothing but the date.
    let start = Timestamp(milliseconds: end.milliseconds / 86_400_000 * 86_400_000).advanced(by: -length)
    let writer = try PastWriter(database: database, places: places, start: start)
    defer { try? writer.close() }
    let profiles = try places.profiles()
    _ = try writer.execute(
      .addWorkspace(
        slug: "virtual", name: "Virtual", timeZone: "Europe/Ljubljana", retentionDays: 90, profiles: profiles)
    ).value
    let key = try writer.execute(.issueAPIKey(slug: "virtual", name: "simulate", role: Role.admin.rawValue))
      .value["api_key"]?.text
    let phones = try order.settle(in: "virtual", profiles: profiles, logsIn: true, writer.execute)
    let absences = try order.mix?.absences(from: start, for: length, seed: order.seed) ?? []
    let numbers = LoginNumbers(
      Dictionary(
        phones.enumerated().map { ($0.element.responder, order.number(of: $0.offset)) },
        uniquingKeysWith: { first, _ in first }))
    let keeper = PastKeeper(
      move: { writer.move(to: $0) }, stop: { try writer.stop() }, resume: { try writer.resume() },
      send: writer.send, code: { numbers.code(of: $0, writer.code) })
    let fleet = try Fleet(
      phones, routes: [], start: start, from: start, seed: order.seed, keepsDiaries: true)
    let day = VirtualDay(
      fleet, keeper: keeper, slug: "virtual", key: key ?? "",
      span: TimeSpan(from: start, to: start.advanced(by: length)), absences: absences, seed: order.seed)
    let began = ContinuousClock.now
    let (comparison, past) = try await day.run(step: step.milliseconds) { line in Terminal.note(line) }
    try finish(comparison, requests: past.requests, took: ContinuousClock.now - began)
  }
}
