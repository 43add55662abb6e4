import DeviceKit
import Rollcall
import RollcallWire

extension SimulatedPhone {
  /// Whether its responder can be asked, is free at `now`, and has an app that a message can wake.
  func takesOffers(at now: Timestamp) -> Bool {
    let elapsed = now.since(start)
    return goesOnMissions && app?.running != nil && behaviour.isReachable(at: elapsed)
      && behaviour.mayLocate(at: elapsed)
  }

  /// Fetches offers like a phone woken by a message, and takes the due actions.
  func attendToOffers(at now: Timestamp, in world: PhoneWorld) async {
    guard let device = app?.device, app?.running != nil else { return }
    if world.asksForOffers, takesOffers(at: now), desk.takeFetch(at: now),
      await device.status.duty.state.isWatched
    {
      await device.fetchOffers()
    }
    while let due = desk.next(at: now) {
      switch due.act {
      case .answer(let answer, let reason):
        try? await device.answer(due.offer, answer, reason: reason)
        guard answer == .accept else { continue }
        desk.goes(due, at: now)
        if behaviour.offers == .vanishes { vanish(at: now) }
      case .report(let report): try? await device.report(report)
      }
    }
  }

  /// Receives a message.
  ///
  /// - Returns: Whether the app has accepted it; else it may come again.
  func receive(_ message: [String: String], in world: PhoneWorld) async -> Bool {
    let elapsed = world.clock.now().since(start)
    guard let app, app.running != nil, behaviour.isReachable(at: elapsed) else { return false }
    _ = await app.device.received(push: message)
    return true
  }

  /// Passes the push address to the kit once, which sends it to the server.
  func tellAddress(_ device: RollcallDevice) async {
    guard behaviour.canBeWoken else { return }
    try? await device.setPushToken(provider: .expo, token: SimulatedPushService.address(of: owner.responder))
  }

  /// Handles an event of the kit.
  func hear(_ news: DeviceNews, in world: PhoneWorld) {
    switch news {
    case .positionWanted:
      nextLook = .distantPast
      wake()
    case .offered(let offer):
      desk.think(about: offer, at: world.clock.now(), random: world.clock.random())
      wake()
    case .withdrawn(let offer): desk.drop(offer.id)
    case .tooLate(let offer): desk.drop(offer)
    case .missionOver(let mission): desk.drop(Offer.ID(mission.offer))
    case .sessionEnded: world.report("\(name): the session has ended")
    case .setAside(let count, let reason): world.report("\(name): \(count) refused: \(reason)")
    case .checked, .changed: break
    }
  }

  /// Makes the phone unreachable after a few seconds, for a while.
  private func vanish(at now: Timestamp, for length: Milliseconds = 480_000) {
    let from = now.advanced(by: 12_000)
    let spell = Spell(.silent, from: from.since(start), until: from.advanced(by: length).since(start))
    behaviour.spells.append(spell)
    agenda.add(spell)
  }
}
