public import Rollcall

/// Who is logged in on a phone, as the server named them.
public struct SessionOwner: Codable, Equatable, Sendable {
  /// The responder's number.
  public var id: Int64
  /// Their name.
  public var name: String
  /// The name of their profile, e.g. `responder`.
  public var profile: String

  /// Creates an owner.
  public init(id: Int64, name: String, profile: String) {
    self.id = id
    self.name = name
    self.profile = profile
  }

  /// The id, typed.
  public var responder: Responder.ID { Responder.ID(id) }
}

/// The result of a login, which survives a restart of the app. Secrets: store them where the platform stores
/// passwords.
public struct SessionTokens: Codable, Equatable, Sendable {
  /// Sent with each request.
  public var access: String
  /// Exchanged for a new pair, once; `nil` for a session that an operator has issued.
  public var refresh: String?
  /// The session's owner.
  public var owner: SessionOwner
  /// Whether the server has ended the session. The owner's queue is kept until they log in again.
  public var isEnded: Bool

  /// Tokens from their parts.
  public init(access: String, refresh: String?, owner: SessionOwner, isEnded: Bool = false) {
    self.access = access
    self.refresh = refresh
    self.owner = owner
    self.isEnded = isEnded
  }
}

extension SessionTokens: CustomStringConvertible {
  /// Leaves out the secrets, so that they cannot get into a log by accident.
  public var description: String { "tokens of responder \(owner.id)\(isEnded ? ", ended" : "")" }
}

/// Why stored tokens cannot be used.
public enum TokenStorageError: Error, Equatable, Sendable {
  /// The stored data is permanently damaged: the responder must log in again.
  case damaged
}

/// Where an app stores its tokens: the platform's keychain. One for each installation.
public protocol TokenStorage: Sendable {
  /// Reads the tokens; `nil` = none were saved.
  ///
  /// - Throws: `TokenStorageError.damaged`: the phone continues logged out. Any other error when they cannot
  ///   be read now, for example before the phone is unlocked: the kit does not start then.
  func load() throws -> SessionTokens?
  /// Replaces the stored tokens; `nil` removes them. Returns when they are safe on disk.
  func save(_ tokens: SessionTokens?) throws
}
