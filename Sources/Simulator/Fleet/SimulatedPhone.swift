public import DeviceKit
import Foundation
public import Rollcall

/// One simulated phone: the real device kit on a file of its own, and a script of what happens to it and its
/// person.
///
/// It may run in several worlds in turn, for example first in a history that takes seconds, then in the
/// present. In between the app is ended; its file and the script continue.
public actor SimulatedPhone {
  /// The phone's file.
  nonisolated let file: URL
  /// Its name, for people.
  public nonisolated let name: String
  /// The record of what it really did.
  public nonisolated let diary: PhoneDiary
  /// The phone's owner.
  public nonisolated let owner: SessionOwner
  /// What happens to it.
  public nonisolated let script: PhoneBehaviour
  /// How it reports.
  public nonisolated let profile: Profile
  /// How its person moves; `nil` = along a recorded track.
  public nonisolated let mover: Mover?
  nonisolated let seed: UInt64
  nonisolated let keys: PhoneKeys
  nonisolated let goesOnMissions: Bool
  nonisolated let makesVisits: Bool
  nonisolated let start: Timestamp

  var behaviour: PhoneBehaviour
  var agenda: PhoneAgenda
  var receiver: SimulatedReceiver
  var desk: OfferSimulator
  var round = VisitRound()
  var app: SimulatedApp?
  /// The platform's last reports to the app.
  var told = Surroundings()
  /// The duty of the script before the app could be told.
  var firstDuty: PhoneBehaviour.DutyStep?
  var nextLook = Timestamp.distantPast
  /// When the system ended the app, and since when nothing wakes it.
  var killedAt: Timestamp?
  var deniedSince: Timestamp?
  /// Until when the app is in the foreground.
  var onScreenUntil: Timestamp?
  var wantsBoot = false
  /// The last checkpoint of their event that they have passed.
  var checkpoint: Int64 = 0
  /// Whether the responder must log in before the phone is usable.
  var needsLogin: Bool
  private var resting: Task<Void, Never>?

  /// Creates a phone with a script.
  ///
  /// - Parameters:
  ///   - phone: The session, the script and the route.
  ///   - route: Its route.
  ///   - from: When the app was installed. Of earlier events only the last duty counts, and faults that are
  ///     still active.
  ///   - folder: An empty folder for its file.
  ///   - seed: Determines its start on the route, its position errors, and all random choices.
  init(
    _ phone: FleetPhone, name: String, route: Route, start: Timestamp, from: Timestamp, folder: URL,
    seed: UInt64,
    keepsDiary: Bool
  ) {
    self.name = name
    self.seed = seed
    self.start = start
    file = folder.appendingPathComponent("\(name).sqlite")
    owner = SessionOwner(id: phone.responder.rawValue, name: name, profile: phone.profile.name)
    keys = PhoneKeys(phone.token.map { [owner] in SessionTokens(access: $0, refresh: nil, owner: owner) })
    needsLogin = phone.token == nil
    diary = PhoneDiary(isKept: keepsDiary)
    profile = phone.profile
    mover = phone.mover
    goesOnMissions = phone.profile.labels[DutyState.onMission.rawValue] != nil
    makesVisits = phone.profile.name == "field"
    script = phone.behaviour
    behaviour = phone.behaviour
    receiver = SimulatedReceiver(route: route, seed: seed)
    desk = OfferSimulator(
      habit: goesOnMissions ? phone.behaviour.offers : .ignores, stay: phone.behaviour.stay, seed: seed)
    var agenda = PhoneAgenda(phone.behaviour)
    firstDuty = agenda.skip(until: from.since(start))
    self.agenda = agenda
  }

  /// Runs until the task is cancelled. Then the app is ended.
  public func live(in world: PhoneWorld) async {
    nextLook = .distantPast
    while !Task.isCancelled {
      let now = world.clock.now()
      await happen(until: now, in: world)
      await adjust(at: now, in: world)
      await look(at: now, in: world)
      await attendToOffers(at: now, in: world)
      await attendToVisits(at: now, in: world)
      await rest(in: world)
    }
    await stopApp()
  }

  /// Ends the present wait, because something has happened.
  func wake() { resting?.cancel() }

  private func rest(in world: PhoneWorld) async {
    let now = world.clock.now()
    let isAwake = app?.running != nil
    let wakes = [
      nextLook, agenda.next.map(start.advanced(by:)), isAwake ? onScreenUntil : nil,
      deniedSince.map { $0.advanced(by: Self.patience) }.flatMap { $0 > now ? $0 : nil },
      isAwake ? desk.nextWake(asks: world.asksForOffers && takesOffers(at: now)) : nil,
      isAwake && makesVisits
        ? max(now.advanced(by: VisitRound.lookInterval), round.nextWake(after: now)) : nil,
    ].compactMap { $0 }
    let length = max(1, wakes.min()?.since(now) ?? .max)
    let resting = world.clock.tasks.start { do { try await world.clock.sleep(length) } catch {} }
    self.resting = resting
    await withTaskCancellationHandler {
      await resting.value
    } onCancel: {
      resting.cancel()
    }
  }

  /// How long a system lets an app without permission run, milliseconds.
  static let patience: Milliseconds = 30_000
}

/// What a platform reports to its apps.
struct Surroundings: Equatable {
  var permission: Telemetry.Permission?
  var location: Bool?
  var network: Telemetry.Network?
  var power: Telemetry.PowerMode?
  var battery: Double?
}
