/// The refresh tokens of one login: each is used once, and names the one that comes after it.
public struct RefreshChain: Equatable, Sendable {
  /// Which of the login's tokens a phone shows.
  public enum Shown: Equatable, Sendable {
    /// The one that was issued last.
    case newest
    /// The one that the newest was issued for.
    case beforeNewest
    /// One from before that, or none that ever was.
    case other
  }

  /// What follows.
  public enum Verdict: Equatable, Sendable {
    /// A new pair is issued.
    case rotate
    /// The answer was lost: the same pair again.
    case sendAgain
    /// Two hold the same token, one of them wrongly: the login ends.
    case revoke
    /// The newest was not used in time.
    case expired
  }

  /// When the newest token stops working.
  public private(set) var expiresAt: Timestamp
  /// When the one before it was used; `nil` = there is none.
  public private(set) var usedAt: Timestamp?

  /// How long an access token works, milliseconds.
  public static let accessLifetime: Milliseconds = 15 * 60_000
  /// How long a refresh token waits for its use, milliseconds.
  public static let refreshLifetime: Milliseconds = 60 * 86_400_000
  /// How long a used token gets the answer again when the newest pair is in use, milliseconds.
  public static let repeatLimit: Milliseconds = 60_000

  /// The chain of a login at this instant.
  public init(startedAt now: Timestamp) {
    self.init(expiresAt: now.advanced(by: Self.refreshLifetime), usedAt: nil)
  }

  /// A chain as it was kept.
  public init(expiresAt: Timestamp, usedAt: Timestamp?) {
    self.expiresAt = expiresAt
    self.usedAt = usedAt
  }

  /// A token is shown.
  ///
  /// A phone that went into a tunnel as its answer came asks again when it is out of it: as long as nobody has used the
  /// newest pair, nobody else can have it.
  ///
  /// - Parameters:
  ///   - isSameDevice: whether by the device of the login.
  ///   - isNewestUsed: whether something came under the newest pair.
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
