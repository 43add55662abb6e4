public import Rollcall
public import RollcallWire

extension RollcallDevice {
  /// Sets what the responder is doing from now on. Survives restarts, and is sent when the server can be
  /// reached.
  ///
  /// - Parameter order: The order or mission, 1 to 64 bytes; control characters are removed.
  /// - Throws: `DeviceStoreError`, `LoggedOut`; nothing has changed then.
  public func setDuty(_ state: DutyState, order: String? = nil) async throws {
    let order = order?.withoutControlCharacters
    try await become(DutyRecord(state, order: order), telling: [.duty(state, order: order)])
  }

  /// Fetches the open offers, after a push message or on request. News arrive through ``news``.
  public func fetchOffers() async {
    guard case .done(let offers) = await sender.ask({ await $0.offers() }) else { return }
    await heard(.offers(offers))
    await reconcile()
  }

  /// Answers an offer. Sent when the server can be reached; when it is too late, ``news`` says so.
  ///
  /// Accepting starts the mission at once; accepting a drill changes nothing.
  ///
  /// - Parameter reason: Why they decline, for people; at most 500 bytes; U+0000 is removed.
  /// - Throws: `DeviceStoreError`, `LoggedOut`; nothing has changed then.
  public func answer(_ offer: OfferMessage, _ answer: OfferAnswer, reason: String? = nil) async throws {
    let reason = reason.map { String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.value != 0 })) }
    let notice = Notice.answer(answer, to: offer.id, reason: answer == .decline ? reason : nil)
    let record = answer == .accept && !offer.isDrill ? DutyRecord(accepted: offer) : duty
    try await become(record, telling: [notice])
  }

  /// Reports progress with the accepted mission. Does nothing when there is no such mission.
  ///
  /// - Throws: `DeviceStoreError`; nothing has changed then.
  public func report(_ report: AssignmentReport) async throws {
    guard let mission = duty.mission else { return }
    let record = report == .arrived ? duty.arrived : DutyRecord(.onDuty)
    try await become(record, telling: [.report(report, of: Offer.ID(mission.offer))])
  }

  func become(_ record: DutyRecord, telling notices: [Notice]) async throws {
    try self.record(evicted: loggedIn.save(record, telling: notices, at: clock.now()))
    duty = record
    // The rule in force may change, here and on the server.
    isConfigStale = true
    timer?.cancel()
    await sender.wake()
    continuation.yield(.changed)
  }

  func heard(_ told: SenderNews) async {
    switch told {
    case .offers(let offers):
      for item in inbox.handle(offers) {
        switch item {
        case .offered(let offer): continuation.yield(.offered(offer))
        case .withdrawn(let offer):
          continuation.yield(.withdrawn(offer))
          await endMission(offer.id)
        }
      }
    case .refused(.answer(let answer, let offer, _), let refusal):
      log.record(.refused, StaticWord(status: refusal.status), at: clock.now())
      if answer == .accept { await endMission(offer) }
      if answer != .seen { continuation.yield(.tooLate(offer)) }
    case .refused(.report(_, let offer), let refusal):
      log.record(.refused, StaticWord(status: refusal.status), at: clock.now())
      await endMission(offer)
    case .refused(_, let refusal): log.record(.refused, StaticWord(status: refusal.status), at: clock.now())
    case .checked(let step, let visit, let verdict): continuation.yield(.checked(step, of: visit, verdict))
    case .setAside(let count, let reason):
      log.record(.setAside, count: count, at: clock.now())
      continuation.yield(.setAside(count, reason: reason))
    }
  }

  /// A dispatcher may have ended the incident meanwhile. The server's state counts once everything queued
  /// here has been sent.
  func reconcile() async {
    guard let mission = duty.mission, (try? queue?.status().notices) == 0,
      case .done(let found) = await sender.ask({ await $0.assignment() }),
      found?.offer.rawValue != mission.offer, duty.mission == mission
    else { return }
    await endMission(Offer.ID(mission.offer))
  }

  /// Ends the mission on the server's word, so nothing is sent.
  private func endMission(_ offer: Offer.ID) async {
    guard let mission = duty.mission, mission.offer == offer.rawValue else { return }
    try? await become(DutyRecord(.onDuty), telling: [])
    continuation.yield(.missionOver(mission))
  }
}
