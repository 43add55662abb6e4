import DeviceKit
import Foundation
import Rollcall
import Synchronization

/// The process of a simulated phone's app. Ending it loses everything but the phone's file.
struct SimulatedApp {
  let device: RollcallDevice
  let queue: DeviceQueue
  /// Records and sends; `nil` while the system has suspended it.
  var running: Task<Void, Never>?
  let reading: Task<Void, Never>
}

extension SimulatedPhone {
  /// Brings the app into the state that the script wants: ended, suspended or running, and informed of its
  /// surroundings.
  func adjust(at now: Timestamp, in world: PhoneWorld) async {
    let elapsed = now.since(start)
    if behaviour.isGone(at: elapsed) { return await stopApp() }
    if app == nil { await startApp(at: now, in: world) }
    if let device = app?.device { await logIn(device, at: now, in: world) }
    if behaviour.suffers(.silent, at: elapsed) { return await suspend() }
    deniedSince = behaviour.mayLocate(at: elapsed) ? nil : deniedSince ?? now
    if let deniedSince, now.since(deniedSince) >= Self.patience { return await suspend() }
    resume(in: world)
    await tellSurroundings(at: now, in: world)
    if let until = onScreenUntil, until <= now {
      onScreenUntil = nil
      await report(.lifecycle(.background), in: world)
    }
  }

  private func startApp(at now: Timestamp, in world: PhoneWorld) async {
    let behaviour = behaviour
    let start = start
    let clock = DeviceClock(
      now: { [now = world.clock.now] in
        let instant = now()
        return instant.advanced(by: behaviour.clockAhead(at: instant.since(start)))
      }, sleep: world.clock.sleep, random: world.clock.random, tasks: world.clock.tasks)
    let link = PhoneLink(
      behaviour, start: start, world, diary, of: owner.responder,
      seed: seed &+ UInt64(bitPattern: now.milliseconds))
    do {
      let store = try DeviceStore(path: file.path, durability: .none)
      let queue = try store.queue(of: owner.responder)
      diary.began(queue.name)
      let device = try await RollcallDevice(
        store: store, tokens: keys, through: link, clock: clock,
        recorded: { [diary, now = world.clock.now] in
          Self.record($0, in: diary, of: queue, at: now(), spilling: behaviour, since: start)
        })
      let news = device.news
      let reading = world.clock.tasks.start { [weak self] in
        for await item in news { await self?.hear(item, in: world) }
      }
      app = SimulatedApp(device: device, queue: queue, running: nil, reading: reading)
      await logIn(device, at: now, in: world)
      await tellAddress(device)
      resume(in: world)
      await greet(device, at: now, in: world)
    } catch {
      world.report("\(name) cannot start: \(error)")
    }
  }

  /// The reports of an app at its start: how it ended, if the system has told, and its responder's duty.
  private func greet(_ device: RollcallDevice, at now: Timestamp, in world: PhoneWorld) async {
    told = Surroundings()
    if let killedAt {
      await report(.lifecycle(.killed), at: killedAt, in: world)
      await report(.lifecycle(.foreground), in: world)
      onScreenUntil = now.advanced(by: 60_000)
    } else {
      if wantsBoot { await report(.lifecycle(.boot), in: world) }
      await report(.lifecycle(.background), in: world)
    }
    (killedAt, wantsBoot) = (nil, false)
    if let step = firstDuty {
      firstDuty = nil
      await set(step, on: device)
    }
  }

  func set(_ step: PhoneBehaviour.DutyStep, on device: RollcallDevice) async {
    if let part = behaviour.part, part.from <= step.at {
      return await record(step.state == .offDuty ? "stop" : "start", of: part, on: device)
    }
    try? await device.setDuty(step.state, order: step.order)
  }

  /// Ends the process; counts what its file holds.
  func stopApp() async {
    guard let app else { return }
    self.app = nil
    app.running?.cancel()
    app.reading.cancel()
    await app.running?.value
    await app.reading.value
    guard let status = try? app.queue.status() else { return }
    let waiting = (try? app.queue.pings(limit: status.pings + 1)) ?? []
    diary.record(
      evicted: status.evicted, waiting: Set(waiting.compactMap(\.sequence)), setAside: status.refused)
  }

  private func suspend() async {
    guard let running = app?.running else { return }
    app?.running = nil
    running.cancel()
    await running.value
  }

  private func resume(in world: PhoneWorld) {
    guard let app, app.running == nil else { return }
    self.app?.running = world.clock.tasks.start { [device = app.device] in await device.run() }
    nextLook = .distantPast
  }

  private static func record(
    _ ping: Ping, in diary: PhoneDiary, of queue: DeviceQueue, at now: Timestamp,
    spilling behaviour: PhoneBehaviour, since start: Timestamp
  ) {
    guard let sequence = ping.sequence else { return }
    let isSpilt = behaviour.suffers(.lostPings, at: now.since(start))
    if isSpilt { try? queue.remove([sequence]) }
    let age = ping.fixAge.flatMap(Milliseconds.seconds) ?? 0
    diary.record(
      PhoneDiary.Recorded(
        sequence: sequence, at: now, age: age, position: ping.position, speed: ping.speed, isSpilt: isSpilt))
  }
}

/// A simulated phone's keychain: its contents survive the app.
final class PhoneKeys: TokenStorage {
  private let tokens: Mutex<SessionTokens?>

  init(_ tokens: SessionTokens?) { self.tokens = Mutex(tokens) }

  func load() throws -> SessionTokens? { tokens.withLock { $0 } }

  func save(_ new: SessionTokens?) throws { tokens.withLock { $0 = new } }
}
