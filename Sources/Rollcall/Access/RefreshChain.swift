/// The refresh tokens of one login. Each is used once and replaced by the next.
public struct RefreshChain: Equatable, Sendable {
  /// Which of the login's tokens a phone presents.
  public enum Shown: Equatable, Sendable {
    /// The last one issued.
    case newest
    /// The one that the newest replaced.
    case beforeNewest
    /// An older one, or an unknown one.
    case other
  }

  /// What follows.
  public enum Verdict: Equatable, Sendable {
    /// A new pair is issued.
    case rotate
    /// The answer was lost: send the same pair again.
    case sendAgain
    /// Two clients hold the same token, one of them wrongly: end the login.
    case revoke
    /// The newest was not used in time.
    case expired
  }

  /// When the newest token stops working.
  public private(set) var expiresAt: Timestamp
  /// When its predecessor was used; `nil` = there is none.
  public private(set) var usedAt: Timestamp?

  /// How long an access token works, milliseconds.
  public static let accessLifetime: Milliseconds = 15 * 60_000
  /// How long a refresh token can be used, milliseconds.
  public static let refreshLifetime: Milliseconds = 60 * 86_400_000
  /// How long a used token still gets the same answer once the newest pair is in use, milliseconds.
  public static let repeatLimit: Milliseconds = 60_000

  /// Starts the chain of a new login.
  public init(startedAt now: Timestamp) {
    self.init(expiresAt: now.advanced(by: Self.refreshLifetime), usedAt: nil)
  }

  /// Restores a stored chain.
  public init(expiresAt: Timestamp, usedAt: Timestamp?) {
    self.expiresAt = expiresAt
    self.usedAt = usedAt
  }

  /// Decides what follows when a token is presented.
  ///
  /// A phone that loses its answer in a tunnel asks again afterwards. As long as the newest pair is unused,
  /// no other client can have it.
  ///
  /// - Parameters:
  ///   - isSameDevice: whether the request comes from the device of the login.
  ///   - isNewestUsed: whether a request was made under the newest pair.
  public mutating func show(
    _ shown: Shown, isSameDevice: Bool, isNewestUsed: Bool, at now: Timestamp
  ) -> Verdict {
    guard isSameDevice else { return .revoke }
    switch shown {
    case .newest:
      guard now < expiresAt else { return .expired }
      self = RefreshChain(expiresAt: now.advanced(by: Self.refreshLifetime), usedAt: now)
      return .rotate
    case .beforeNewest:
      guard let usedAt else { return .revoke }
      guard isNewestUsed else {
        self = RefreshChain(expiresAt: expiresAt, usedAt: now)
        return .sendAgain
      }
      return now.since(usedAt) <= Self.repeatLimit ? .sendAgain : .revoke
    case .other: return .revoke
    }
  }
}
