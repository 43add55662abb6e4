public import Rollcall

extension RollcallDevice {
  /// Sets the push address that the platform issued for this phone. It is stored, sent when the server can be
  /// reached, and sent again after each login, because the server drops the addresses of an ended session.
  ///
  /// A change made while another is being sent goes next.
  ///
  /// - Throws: `InvalidPushToken` when it does not have the form of the service's addresses;
  ///   `DeviceStoreError`. Nothing has changed then.
  public func setPushToken(provider: PushService, token: String) async throws {
    // Whether plain http is allowed is up to the server's operator.
    guard provider.accepts(token, allowsPlainHTTP: true) else { throw InvalidPushToken() }
    guard !push.isCurrent(provider, token) else { return }
    var new = push
    new.set(provider, token)
    try save(new)
    await sendPushTokens()
  }

  /// Removes all push addresses, because the user has turned notifications off. Sent when the server can be
  /// reached.
  ///
  /// - Throws: `DeviceStoreError`; nothing has changed then.
  public func forgetPushToken() async throws {
    var new = push
    guard new.withdraw() else { return }
    try save(new)
    await sendPushTokens()
  }

  /// Handles a push message: returns its content, and fetches the offers, which arrive through ``news``.
  ///
  /// - Parameter data: The message's own data, as Expo and FCM hand it to the app.
  /// - Returns: Its content; `nil` when it is not from Rollcall, and then nothing is fetched.
  public func received(push data: [String: String]) async -> PushHint? {
    guard let hint = PushHint(data) else { return nil }
    await fetchOffers()
    return hint
  }

  func save(_ addresses: PushAddresses) throws {
    try store.save(addresses)
    push = addresses
  }

  /// Sends pending changes of push addresses.
  ///
  /// Only one request runs at a time: of two, the server might receive the later one first. A caller that
  /// finds one running does not wait, and a cancelled caller does not cancel the request that others rely on.
  func sendPushTokens() async {
    guard tellingPush == nil else { return }
    let task = clock.tasks.start { await self.sendEachPushToken() }
    tellingPush = task
    await task.value
  }

  private func sendEachPushToken() async {
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
        // Repeating it would be refused again.
        log.record(.refused, StaticWord(status: refusal.status), at: clock.now())
        settle(next)
      case .refused, .tryLater:
        // Try later, unless the app has changed something meanwhile.
        guard push != before else { return }
      }
    }
  }

  private func settle(_ told: PushAddresses.Entry) {
    push.settle(told)
    // If this cannot be saved, the next start of the app sends it again, which is harmless.
    do { try store.save(push) } catch { log.record(.storageFailed, StaticWord(error), at: clock.now()) }
  }
}
