public import Rollcall

/// Uploads batches without a queue until the server has accepted them, for pings that are stored elsewhere,
/// such as a replay of a track. Retries network failures, 429 and 5xx, waits as long as `Retry-After` asks,
/// and renews `sent_at` for each attempt.
public struct Uploader: Sendable {
  private let client: RollcallClient
  private let clock: DeviceClock
  private let backoff: Backoff

  /// An uploader for one phone.
  public init(client: RollcallClient, clock: DeviceClock = .system, backoff: Backoff = Backoff()) {
    self.client = client
    self.clock = clock
    self.backoff = backoff
  }

  /// Uploads a batch of 1 to 50 pings.
  ///
  /// - Parameters:
  ///   - key: The idempotency key, 1 to 255 visible ASCII characters. Repeating the same pings under the same
  ///     key is safe.
  ///   - attempts: How often to try at most; `nil` = until it is done, refused, or the task is cancelled.
  /// - Throws: `Refusal` when the server will never accept it, `Unreachable` when `attempts` are used up,
  ///   `CancellationError`.
  public func upload(_ batch: Batch, key: String, attempts: Int? = nil) async throws -> BatchReceipt {
    try await persist(attempts: attempts) {
      var batch = batch
      batch.sentAt = clock.now()
      return await client.upload(batch, key: key)
    }
  }

  /// Sends the responder's duty, as of now. Retries and throws like `upload`.
  public func setDuty(_ state: DutyState, attempts: Int? = nil) async throws {
    let since = clock.now()
    try await persist(attempts: attempts) { await client.setDuty(state, at: since) }
  }

  private func persist<Value: Sendable>(
    attempts: Int?, attempt: () async -> Outcome<Value>
  ) async throws -> Value {
    var pace = SendPace(backoff: backoff)
    var failures = 0
    while true {
      try Task.checkCancellation()
      switch await attempt() {
      case .done(let value):
        return value
      case .refused(let refusal):
        throw refusal
      case .tryLater(let after, let reason):
        failures += 1
        if let attempts, failures >= attempts { throw Unreachable(attempts: failures, reason: reason) }
        pace.failed(.noAnswer, retryAfter: after, at: clock.now(), random: clock.random())
        if case .rest(let wait?) = pace.verdict(at: clock.now()) { try await clock.sleep(wait) }
      }
    }
  }
}

/// All attempts failed without an answer that settles the request.
public struct Unreachable: Error, Equatable, CustomStringConvertible {
  /// How often it was tried.
  public var attempts: Int
  /// What went wrong the last time.
  public var reason: String

  /// The same for people.
  public var description: String { "no success in \(attempts) attempts, at last: \(reason)" }
}
