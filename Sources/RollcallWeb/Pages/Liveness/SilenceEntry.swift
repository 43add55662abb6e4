public import Rollcall

/// One silence as the page is told of it.
public struct SilenceEntry: Sendable {
  /// What became of the track during a silence.
  public enum Track: Hashable, Sendable {
    /// Nothing can be said: nobody looked, or it goes on.
    case unknown
    /// No gap remains and none was filled late.
    case complete
    /// No gap remains, since fixes arrived afterwards.
    case backfilled(at: Timestamp)
    /// So much of it will never be known, milliseconds.
    case missing(Milliseconds)
  }

  /// The last contact before it.
  public var from: Timestamp
  /// The next contact; `nil` while it goes on.
  public var to: Timestamp?
  /// `.degraded`, `.offline`, or `nil` when it fell wholly into our own absence.
  public var worst: Status?
  /// The contract's word for its cause, e.g. `no_network`.
  public var cause: String
  /// Instants, and what was so at them.
  public var evidence: [(at: Timestamp, text: String)]
  /// What became of the track meanwhile.
  public var track: Track

  /// A silence from its parts.
  public init(
    from: Timestamp, to: Timestamp?, worst: Status?, cause: String, evidence: [(at: Timestamp, text: String)],
    track: Track = .unknown
  ) {
    (self.from, self.to, self.worst, self.cause) = (from, to, worst, cause)
    (self.evidence, self.track) = (evidence, track)
  }
}
