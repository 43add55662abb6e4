public import Rollcall

/// When a phone speaks to the server and when it holds its tongue. A value without clock or network: told what
/// happened, it says whether to send now.
public struct SendPace: Equatable, Sendable {
  /// What to do now.
  public enum Verdict: Equatable, Sendable {
    /// Send.
    case send
    /// Nothing for so many milliseconds; `nil` = until something changes.
    case rest(Milliseconds?)
  }

  /// Why the server is not reached.
  public enum Trouble: String, Equatable, Sendable {
    /// The phone has no network.
    case noNetwork = "no_network"
    /// Requests get no answer, or one of a server in trouble.
    case noAnswer = "no_answer"
    /// Somebody else answers in the server's place, e.g. a hotel's login page.
    case captivePortal = "captive_portal"
    /// The server asks for patience.
    case busy
    /// The phone's own file cannot be read or written: its disk is full.
    case storage
    /// The server refuses what this app sends: a mistake of the app or its settings.
    case refused
  }

  /// A rest: how long it was to be when it began. Both, because a phone's clock may be set while it waits: set back, it
  /// ends the rest, which would else begin anew with each look until the clock has caught up.
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
  private var lastTrouble: Trouble?

  /// A pace that has met no trouble.
  public init(backoff: Backoff = Backoff()) { self.backoff = backoff }

  /// What is wrong; `nil` = nothing that is known.
  public var trouble: Trouble? { hasNetwork ? lastTrouble : .noNetwork }

  /// What to do at `now`.
  public func verdict(at now: Timestamp) -> Verdict {
    guard hasNetwork else { return .rest(nil) }
    let left = max(rest?.left(at: now) ?? 0, pause?.left(at: now) ?? 0)
    return left > 0 ? .rest(left) : .send
  }

  /// Whether the server has asked for patience that is not over at `now`.
  public func mustWait(at now: Timestamp) -> Bool { (pause?.left(at: now) ?? 0) > 0 }

  /// The server has answered something else than what is sent: it can be reached. What it refuses of the phone, and what
  /// is wrong with the phone itself, is as it was.
  public mutating func answered() {
    switch lastTrouble {
    case .noAnswer, .captivePortal, .busy: succeeded()
    case .noNetwork, .storage, .refused, nil: break
    }
  }

  /// The server has answered as it should.
  public mutating func succeeded() {
    failures = 0
    rest = nil
    pause = nil
    lastTrouble = nil
  }

  /// An attempt failed.
  ///
  /// - Parameters:
  ///   - after: What `Retry-After` asks for, milliseconds.
  ///   - random: 0…1.
  public mutating func failed(
    _ trouble: Trouble, retryAfter after: Milliseconds? = nil, at now: Timestamp, random: Double
  ) {
    failures = min(failures + 1, 1_000)
    lastTrouble = trouble
    rest = Rest(since: now, length: backoff.wait(after: failures, random: random))
    if let after { pause = Rest(since: now, length: min(max(0, after), Backoff.longestObedience)) }
  }

  /// Another network, the app on the screen, or somebody who will not wait: no more resting, but for what the server
  /// has asked.
  public mutating func hurry() {
    failures = 0
    rest = nil
  }

  /// The phone has found a network, or lost it. A found one is another one.
  public mutating func connection(_ isThere: Bool) {
    hasNetwork = isThere
    if isThere { hurry() }
  }
}
