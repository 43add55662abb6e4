public import Rollcall

/// Who is logged in on a phone, as the server named them.
public struct SessionOwner: Codable, Equatable, Sendable {
  /// The responder's number.
  public var id: Int64
  /// Their name.
  public var name: String
  /// The name of their profile, e.g. `responder`.
  public var profile: String

  /// An owner from their parts.
  public init(id: Int64, name: String, profile: String) {
    self.id = id
    self.name = name
    self.profile = profile
  }

  /// The id, typed.
  public var responder: Responder.ID { Responder.ID(id) }
}

/// What a login gave, and what survives a restart of the app. Secrets: keep them where the platform keeps passwords.
public struct SessionTokens: Codable, Equatable, Sendable {
  /// Goes with each request.
  public var access: String
  /// Gets a new pair, once; `nil` for a session that an operator has issued.
  public var refresh: String?
  /// Whose session it is.
  public var owner: SessionOwner
  /// Whether the server has ended the session: the owner's queue is kept until they log in again.
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
  /// Without the secrets, which must not get into a log by accident.
  public var description: String { "tokens of responder \(owner.id)\(isEnded ? ", ended" : "")" }
}

/// Why there are no tokens where there should be some.
public enum TokenStorageError: Error, Equatable, Sendable {
  /// What is kept is damaged, and will be: whoever was logged in must log in again.
  case damaged
}

/// Where an app keeps its tokens: the keychain of the platform. One for each installation.
public protocol TokenStorage: Sendable {
  /// What was kept; `nil` = nothing.
  ///
  /// - Throws: `TokenStorageError.damaged`: the phone goes on as if nobody were logged in. Any other error when it
  ///   cannot be read now, such as before the phone is unlocked: the kit does not begin then.
  func load() throws -> SessionTokens?
  /// Keeps them in place of what was kept before, `nil` = nothing; back when they are safe.
  func save(_ tokens: SessionTokens?) throws
}
