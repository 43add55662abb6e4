import Rollcall
import RollcallWire

/// A responder's login on this phone. Stores the tokens, renews them, and knows when the session is over.
///
/// Requests go through ``call(of:_:)``, which renews an expired token once and tries once more. Two requests
/// that find the token expired at the same time renew it once.
public actor DeviceSession {
  /// The state of the login.
  public enum State: Equatable, Sendable {
    /// Never logged in, or logged out.
    case loggedOut
    /// They are.
    case active(SessionOwner)
    /// The server ended the session: a newer login elsewhere, an admin, or expiry. The phone's queue stays
    /// until the same responder logs in again.
    case ended(SessionOwner)
  }

  let sender: any HTTPSending
  private let storage: any TokenStorage
  let deviceID: String
  let tasks: any TaskStarting
  var tokens: SessionTokens?
  var renewal: Task<Outcome<Void>, Never>?
  private var hasStorageFailed = false

  /// Restores the session that `storage` holds.
  ///
  /// - Parameter deviceID: The random id of this installation, 1 to 128 bytes. The session is bound to it.
  /// - Throws: What `storage` throws, except for damaged tokens, which count as none.
  public init(
    sender: any HTTPSending, storage: any TokenStorage, deviceID: String,
    tasks: any TaskStarting = TasksAnywhere()
  ) throws {
    self.sender = sender
    self.tasks = tasks
    self.storage = storage
    self.deviceID = deviceID
    do {
      tokens = try storage.load()
    } catch TokenStorageError.damaged {
      hasStorageFailed = true
    }
  }

  /// Whether tokens could not be read or saved since the last call.
  func consumeStorageFailure() -> Bool {
    defer { hasStorageFailed = false }
    return hasStorageFailed
  }

  /// Whether a responder is logged in, and who.
  public var state: State {
    guard let tokens else { return .loggedOut }
    return tokens.isEnded ? .ended(tokens.owner) : .active(tokens.owner)
  }

  /// Requests a code by SMS. The answer never reveals whether the number is known.
  public func requestCode(phone: String) async -> Outcome<Void> {
    await stranger.requestCode(phone: phone, deviceID: deviceID)
  }

  /// Logs in with a code. The responder's session on another phone ends with it.
  public func logIn(
    phone: String, code: String, device: DeviceDescription = DeviceDescription()
  ) async -> Outcome<SessionOwner> {
    let outcome = await stranger.logIn(phone: phone, code: code, deviceID: deviceID, device: device)
    switch outcome {
    case .done(let issued):
      guard let owner = issued.owner else {
        return .tryLater(after: nil, reason: RollcallClient.strangeAnswer)
      }
      save(SessionTokens(access: issued.access, refresh: issued.refresh, owner: owner))
      return .done(owner)
    case .tryLater(let after, let reason): return .tryLater(after: after, reason: reason)
    case .refused(let refusal): return .refused(refusal)
    }
  }

  /// Logs in with a token that an operator has issued for this phone.
  public func adopt(token: String) async -> Outcome<SessionOwner> {
    switch await RollcallClient(sender: sender, token: token).me() {
    case .done(let me):
      save(SessionTokens(access: token, refresh: nil, owner: me.responder))
      return .done(me.responder)
    case .tryLater(let after, let reason): return .tryLater(after: after, reason: reason)
    case .refused(let refusal): return .refused(refusal)
    }
  }

  /// Logs out: the server ends the session, and with it the duty. Send the queue first; what is left stays
  /// for the owner's next login on this phone.
  public func logOut() async -> Outcome<Void> {
    let outcome = await call { await $0.logOut() }
    switch outcome {
    case .done: save(nil)
    case .refused(let refusal):
      // A session that has ended needs no logout.
      guard refusal.endsSession, refusal.isFromRollcall else { break }
      save(nil)
      return .done(())
    case .tryLater: break
    }
    return outcome
  }

  /// Asks who answers at the server's address. Needs no session.
  func presence() async -> ServerPresence { await stranger.presence() }

  /// A client without a token, used when there is no session.
  var stranger: RollcallClient { RollcallClient(sender: sender, token: nil) }
  static let noSession = Refusal(status: 401, code: .sessionRevoked, message: "Nobody is logged in")

  func end(_ used: String?) {
    // A login in the meantime started another session.
    guard var ended = tokens, ended.access == used else { return }
    ended.isEnded = true
    save(ended)
  }

  /// Saves tokens. If the storage fails, the login is lost at the next start, not now.
  func save(_ new: SessionTokens?) {
    tokens = new
    do { try storage.save(new) } catch { hasStorageFailed = true }
  }
}
