public import Rollcall

extension RollcallDevice {
  /// Where the platform says that this phone can be woken. Kept, told when the server can be reached, and told again after
  /// each login: a session that has ended takes its addresses with it.
  ///
  /// What is said while the server hears something else is told next, behind the answer.
  ///
  /// - Throws: `InvalidPushToken` when it has not the shape of the service's addresses; `DeviceStoreError`. Nothing has
  ///   changed then.
  public func setPushToken(provider: PushService, token: String) async throws {
    // Whether the server takes http, its operator decides.
    guard provider.accepts(token, allowsPlainHTTP: true) else { throw InvalidPushToken() }
    guard !push.isCurrent(provider, token) else { return }
    var new = push
    new.set(provider, token)
    try keep(new)
    await tellPushTokens()
  }

  /// The platform wakes this phone no more, by whichever service: the user forbids notifications. Told when the server
  /// can be reached.
  ///
  /// - Throws: `DeviceStoreError`; nothing has changed then.
  public func forgetPushToken() async throws {
    var new = push
    guard new.takeBack() else { return }
    try keep(new)
    await tellPushTokens()
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

  func keep(_ addresses: PushAddresses) throws {
    try store.keep(addresses)
    push = addresses
  }

  /// Tells the server where the phone can be woken, and where no more, unless it knows.
  ///
  /// One request at a time: of two under way the server may hear the later one first. Who comes while one is under way
  /// need not wait, and whoever is cancelled takes no other's word along.
  func tellPushTokens() async {
    guard tellingPush == nil else { return }
    let task = clock.tasks.start { await self.tellEachPushToken() }
    tellingPush = task
    await task.value
  }

  private func tellEachPushToken() async {
    defer { tellingPush = nil }
    while let owner = queue?.owner, let next = push.untold, let service = next.service {
      let before = push
      let outcome = await sender.ask(of: owner) {
        guard let token = next.token else { return await $0.forgetPushToken(service) }
        return await $0.setPushToken(service, token)
      }
      switch outcome {
      case .done: settle(next)
      case .refused(let refusal) where refusal.isFromRollcall && !refusal.endsSession:
        // The same again would be refused again.
        log.note(.refused, StaticWord(status: refusal.status), at: clock.now())
        settle(next)
      case .refused, .tryLater:
        // Another time, unless the app has said something meanwhile.
        guard push != before else { return }
      }
    }
  }

  private func settle(_ told: PushAddresses.Entry) {
    push.settle(told)
    // If it cannot be kept, the next start of the app tells it again: no harm.
    do { try store.keep(push) } catch { log.note(.storageFailed, StaticWord(error), at: clock.now()) }
  }
}
