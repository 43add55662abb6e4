public import Rollcall

/// Decides when a phone may send and when it waits. A value without clock or network: told what happened, it
/// says whether to send now.
public struct SendPace: Equatable, Sendable {
  /// What to do now.
  public enum Verdict: Equatable, Sendable {
    /// Send.
    case send
    /// Wait this many milliseconds; `nil` = until something changes.
    case rest(Milliseconds?)
  }

  /// Why the server cannot be reached.
  public enum Failure: String, Equatable, Sendable {
    /// The phone has no network.
    case noNetwork = "no_network"
    /// No answer, or one from a failing server.
    case noAnswer = "no_answer"
    /// Another server answers in its place, such as a captive portal.
    case captivePortal = "captive_portal"
    /// The server asks for patience.
    case busy
    /// The phone's file cannot be read or written: its disk is full.
    case storage
    /// The server refuses what this app sends: a fault of the app or its settings.
    case refused
  }

  /// A pause, with its start and its original length. Both are needed because a phone's clock may be set
  /// while it waits: setting it back ends the pause, which would otherwise start anew with each check until
  /// the clock has caught up.
  private struct Rest: Equatable {
    var since: Timestamp
    var length: Milliseconds

    func left(at now: Timestamp) -> Milliseconds {
      now < since ? 0 : min(max(0, since.advanced(by: length).since(now)), length)
    }
  }

  private let backoff: Backoff
  private var failures = 0
  private var rest: Rest?
  private var pause: Rest?
  private var hasNetwork = true
  private var lastFailure: Failure?

  /// A pace that has met no failure yet.
  public init(backoff: Backoff = Backoff()) { self.backoff = backoff }

  /// The current failure; `nil` = none known.
  public var failure: Failure? { hasNetwork ? lastFailure : .noNetwork }

  /// What to do at `now`.
  public func verdict(at now: Timestamp) -> Verdict {
    guard hasNetwork else { return .rest(nil) }
    let left = max(rest?.left(at: now) ?? 0, pause?.left(at: now) ?? 0)
    return left > 0 ? .rest(left) : .send
  }

  /// Whether a pause that the server asked for is still in effect at `now`.
  public func mustWait(at now: Timestamp) -> Bool { (pause?.left(at: now) ?? 0) > 0 }

  /// Records that the server answered a different request: it can be reached. Refusals and failures of the
  /// phone itself remain.
  public mutating func answered() {
    switch lastFailure {
    case .noAnswer, .captivePortal, .busy: succeeded()
    case .noNetwork, .storage, .refused, nil: break
    }
  }

  /// Records that the server answered as it should.
  public mutating func succeeded() {
    failures = 0
    rest = nil
    pause = nil
    lastFailure = nil
  }

  /// Records a failed attempt.
  ///
  /// - Parameters:
  ///   - after: What `Retry-After` asks for, milliseconds.
  ///   - random: 0…1.
  public mutating func failed(
    _ failure: Failure, retryAfter after: Milliseconds? = nil, at now: Timestamp, random: Double
  ) {
    failures = min(failures + 1, 1_000)
    lastFailure = failure
    rest = Rest(since: now, length: backoff.wait(after: failures, random: random))
    if let after { pause = Rest(since: now, length: min(max(0, after), Backoff.longestObedience)) }
  }

  /// Ends the pause, because of a new network, the app in the foreground, or an impatient user. A pause that
  /// the server asked for remains.
  public mutating func hurry() {
    failures = 0
    rest = nil
  }

  /// Records a found or lost network connection. A new connection ends the pause.
  public mutating func connection(_ isThere: Bool) {
    hasNetwork = isThere
    if isThere { hurry() }
  }
}
