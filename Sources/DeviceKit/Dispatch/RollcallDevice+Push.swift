public import Rollcall

extension RollcallDevice {
  /// Where the platform says that this phone can be woken. Kept, told when the server can be reached, and told again after
  /// each login: a session that has ended takes its addresses with it.
  ///
  /// - Throws: `InvalidPushToken` when it has not the shape of the service's addresses; `DeviceStoreError`. Nothing has
  ///   changed then.
  public func setPushToken(provider: PushService, token: String) async throws {
    guard provider.accepts(token) else { throw InvalidPushToken() }
    let new = PushToken(provider, token)
    guard new != pushToken?.untold else { return }
    try keep(new)
    await tellPushToken()
  }

  /// The platform wakes this phone no more: the user forbids notifications. Told when the server can be reached.
  ///
  /// - Throws: `DeviceStoreError`; nothing has changed then.
  public func forgetPushToken() async throws {
    guard let known = pushToken, known.token != nil, let service = known.service else { return }
    try keep(PushToken(service, nil))
    await tellPushToken()
  }

  /// A message came: what it says, and what waits is asked for, which comes through ``news``.
  ///
  /// - Parameter data: The message's own data, as Expo and FCM hand it to the app.
  /// - Returns: What it says; `nil` when it is not from Rollcall: nothing is asked then.
  public func received(push data: [String: String]) async -> PushHint? {
    guard let hint = PushHint(data) else { return nil }
    await fetchOffers()
    return hint
  }

  func keep(_ token: PushToken?) throws {
    try store.keep(token)
    pushToken = token
  }

  /// Tells the server where the phone can be woken, unless it knows.
  func tellPushToken() async {
    guard let owner = queue?.owner, let pending = pushToken, !pending.isTold, let service = pending.service
    else { return }
    let outcome = await sender.ask(of: owner) {
      guard let token = pending.token else { return await $0.forgetPushToken(service) }
      return await $0.setPushToken(service, token)
    }
    switch outcome {
    case .done: break
    case .refused(let refusal) where refusal.isFromRollcall && !refusal.endsSession:
      // The same again would be refused again.
      log.note(.refused, StaticWord(status: refusal.status), at: clock.now())
    case .refused, .tryLater: return
    }
    // The app may have said another one meanwhile, or somebody else have logged in.
    guard pushToken == pending, queue?.owner == owner else { return }
    var told = pending
    told.isTold = true
    do { try keep(told.token == nil ? nil : told) } catch {
      log.note(.storageFailed, StaticWord(error), at: clock.now())
    }
  }
}
