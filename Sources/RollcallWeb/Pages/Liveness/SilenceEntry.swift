import Rollcall

/// One silence as the page is told of it.
struct SilenceEntry: Sendable {
  /// What became of the track during a silence.
  enum Track: Hashable, Sendable {
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
  var from: Timestamp
  /// The next contact; `nil` while it goes on.
  var to: Timestamp?
  /// `.degraded`, `.offline`, or `nil` when it fell wholly into our own absence.
  var worst: Status?
  /// The contract's word for its cause, e.g. `no_network`.
  var cause: String
  /// Instants, and what was so at them.
  var evidence: [(at: Timestamp, text: String)]
  /// What became of the track meanwhile.
  var track: Track = .unknown
}
