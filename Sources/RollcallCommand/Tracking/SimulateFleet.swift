import Foundation
import Rollcall
import RollcallServer
import Simulator

/// A fleet as described on the command line.
struct FleetOrder {
  /// The profiles of a mixed fleet, for each ten phones.
  private static let kinds = [
    "responder", "responder", "responder", "driver", "responder", "family", "responder", "field", "responder",
    "driver",
  ]
  /// The centre of the town in which the phones move.
  private static let town = Position(latitude: 46.0511, longitude: 14.5051)
  /// How long a phone's session issued by an operator lasts, milliseconds.
  private static let sessionLength: Milliseconds = 7 * 86_400_000

  let phones: Int
  let profile: String?
  /// Milliseconds; `nil` = until Ctrl-C.
  let length: Milliseconds?
  let mix: FaultMix?
  let seed: UInt64
  /// The routes to distribute among the phones; none = generated streets.
  let routes: [Route]
  /// How many incidents an hour, on average; `nil` = none.
  var incidentRate: Double?

  /// The length of time over which faults are spread, milliseconds.
  var faultTime: Milliseconds { length ?? 86_400_000 }

  /// Creates the people.
  ///
  /// - Parameters:
  ///   - logsIn: Whether their phones log in by themselves; else an operator issues their sessions.
  ///   - execute: Executes commands.
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
      let behaviour = try behaviour(of: index)
      // A session that expires in the script must be issued by an operator: those of a login are renewed.
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
        route: route(of: index, profile: profile.name), mover: mover(of: index, profile: profile.name))
    }
  }

  /// The route of a phone: a track, or generated streets.
  func route(of index: Int, profile: String) -> Route? {
    guard routes.isEmpty else { return routes[index % routes.count] }
    guard let mover = mover(of: index, profile: profile) else { return nil }
    return Self.town.flatMap { Route.onGrid(around: $0, seed: seed &+ UInt64(index), as: mover) }
  }

  /// How a phone moves; `nil` = along a track.
  func mover(of index: Int, profile: String) -> Mover? {
    guard routes.isEmpty else { return nil }
    // Spread evenly whatever the number of the phone.
    let chance = ((Double(index) + Double(seed % 89)) * 0.618_034).truncatingRemainder(dividingBy: 1)
    return Mover(profile: profile, chance: chance)
  }

  /// How one of them lives.
  func behaviour(of index: Int) throws -> PhoneBehaviour {
    var behaviour =
      try mix?.behaviour(for: faultTime, seed: seed &* 100_003 &+ UInt64(index)) ?? Self.working
    guard incidentRate != nil else { return behaviour }
    // A quarter of the phones registers no push address: their users forbid notifications.
    behaviour.canBeWoken = index % 4 != 3
    behaviour.offers = .varies
    behaviour.stay = Milliseconds(8 + index * 7 % 18) * 60_000
    return behaviour
  }

  /// The incidents of a run; `nil` = none.
  func incidents(for length: Milliseconds) -> IncidentStream? {
    guard let incidentRate, let town = Self.town else { return nil }
    return IncidentStream(rate: incidentRate, around: town, for: length, seed: seed)
  }

  /// The push service of a run. With faults it is down now and then.
  func pushService(in span: TimeSpan) -> SimulatedPushService {
    SimulatedPushService(
      outages: mix == nil ? [] : SimulatedPushService.outages(in: span, seed: seed), seed: seed)
  }

  static let working = PhoneBehaviour(duty: [.init(.onDuty, at: 1)])

  private func profileName(of index: Int) -> String { profile ?? Self.kinds[index % Self.kinds.count] }

  /// The number of a phone, E.164.
  func number(of index: Int) -> String { "+38640\(100_000 + index)" }
}

extension CommandOutcome {
  /// The result of a command.
  ///
  /// - Throws: `Failure` when it failed.
  var value: JSONValue {
    get throws {
      guard exit == 0 else { throw Failure(description: text) }
      return result
    }
  }
}

extension Simulate {
  /// Simulates a longer time in minutes, on a virtual clock.
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
    // At a whole minute, so that two runs with the same seed differ only in the date.
    let start = Timestamp(milliseconds: end.milliseconds / 86_400_000 * 86_400_000).advanced(by: -length)
    let span = TimeSpan(from: start, to: start.advanced(by: length))
    let service = order.pushService(in: span)
    let writer = try HistoryWriter(database: database, places: places, start: start) {
      service.accept(SimulatedPushMessage(address: $0, data: $1, expiresAt: $2), at: $3)
    }
    defer { try? writer.close() }
    let profiles = try places.profiles()
    _ = try writer.execute(
      .addWorkspace(
        slug: "virtual", name: "Virtual", timeZone: "Europe/Ljubljana", retentionDays: 90,
        profiles: plant?.falsified(profiles) ?? profiles)
    ).value
    let key = try writer.execute(.issueAPIKey(slug: "virtual", name: "simulate", role: Role.admin.rawValue))
      .value["api_key"]?.text
    let phones = try order.settle(in: "virtual", profiles: profiles, logsIn: true, writer.execute)
    let absences = try order.mix?.absences(from: start, for: length, seed: order.seed) ?? []
    let numbers = LoginNumbers(
      Dictionary(
        phones.enumerated().map { ($0.element.responder, order.number(of: $0.offset)) },
        uniquingKeysWith: { first, _ in first }))
    let keeper = HistoryKeeper(
      move: { writer.move(to: $0) }, stop: { try writer.stop() }, resume: { try writer.resume() },
      send: plant?.wrap(writer.send) ?? writer.send, code: { numbers.code(of: $0, writer.code) })
    let fleet = try Fleet(
      phones, routes: [], start: start, from: start, seed: order.seed, keepsDiaries: true)
    let day = VirtualDay(
      fleet, keeper: keeper, slug: "virtual", key: key ?? "", span: span, absences: absences,
      stream: order.incidents(for: length), waking: service, seed: order.seed)
    let began = ContinuousClock.now
    let outcome = try await day.run(step: stepLength) { line in Terminal.report(line) }
    if let picture {
      try Data(outcome.picture(of: span).svg.utf8).write(to: URL(fileURLWithPath: picture))
    }
    try finish(
      outcome.comparison, outcome.movement, outcome.dispatch, requests: outcome.past.requests,
      took: ContinuousClock.now - began)
  }
}
