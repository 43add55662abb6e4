import Rollcall
import RollcallWire

/// A responder's login on this phone: keeps the tokens, renews them, and knows when it is over.
///
/// Requests go through ``call(of:_:)``, which renews an expired token once and tries once more. Two requests that find
/// the token expired at the same time renew it once.
public actor DeviceSession {
  /// Whether somebody is logged in.
  public enum State: Equatable, Sendable {
    /// Nobody, or they have logged out.
    case loggedOut
    /// They are.
    case active(SessionOwner)
    /// They were, until the server ended the session: a newer login elsewhere, an admin, or too long ago. What the
    /// phone has queued stays until the same responder logs in again.
    case ended(SessionOwner)
  }

  let sender: any HTTPSending
  private let storage: any TokenStorage
  let deviceID: String
  let tasks: any TaskStarting
  var tokens: SessionTokens?
  var renewal: Task<Outcome<Void>, Never>?
  private var hasStorageFailed = false

  /// The session that `storage` remembers.
  ///
  /// - Parameter deviceID: The random id of this installation, 1 to 128 bytes: the session is bound to it.
  /// - Throws: What `storage` throws, but for damaged tokens: they are as good as none.
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

  /// Whether tokens could not be read or kept since this was last asked.
  func takeStorageFailure() -> Bool {
    defer { hasStorageFailed = false }
    return hasStorageFailed
  }

  /// Whether somebody is logged in.
  public var state: State {
    guard let tokens else { return .loggedOut }
    return tokens.isEnded ? .ended(tokens.owner) : .active(tokens.owner)
  }

  /// Asks for a code by SMS. The answer never tells whether the number is known.
  ///
  /// - Parameter phone: With the country, e.g. `+38640123456`.
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
      keep(SessionTokens(access: issued.access, refresh: issued.refresh, owner: owner))
      return .done(owner)
    case .tryLater(let after, let reason): return .tryLater(after: after, reason: reason)
    case .refused(let refusal): return .refused(refusal)
    }
  }

  /// Takes a token that an operator has issued for this phone.
  public func adopt(token: String) async -> Outcome<SessionOwner> {
    switch await RollcallClient(sender: sender, token: token).me() {
    case .done(let me):
      keep(SessionTokens(access: token, refresh: nil, owner: me.responder))
      return .done(me.responder)
    case .tryLater(let after, let reason): return .tryLater(after: after, reason: reason)
    case .refused(let refusal): return .refused(refusal)
    }
  }

  /// Logs out: the server ends the session, and with it the duty. Tell what is queued first; what is left stays for the
  /// owner's next login on this phone.
  public func logOut() async -> Outcome<Void> {
    let outcome = await call { await $0.logOut() }
    switch outcome {
    case .done: keep(nil)
    case .refused(let refusal):
      // A session that has ended needs no logout.
      guard refusal.endsSession, refusal.isFromRollcall else { break }
      keep(nil)
      return .done(())
    case .tryLater: break
    }
    return outcome
  }

  /// Who answers at the server's address; needs no session.
  func presence() async -> ServerPresence { await stranger.presence() }

  /// A client without a token, and what a caller without a session is told.
  var stranger: RollcallClient { RollcallClient(sender: sender, token: nil) }
  static let noSession = Refusal(status: 401, code: .sessionRevoked, message: "Nobody is logged in")

  func end(_ used: String?) {
    // A login that came meanwhile is another session.
    guard var ended = tokens, ended.access == used else { return }
    ended.isEnded = true
    keep(ended)
  }

  /// Keeps tokens. A storage that fails costs the login at the next start, not now.
  func keep(_ new: SessionTokens?) {
    tokens = new
    do { try storage.save(new) } catch { hasStorageFailed = true }
  }
}
