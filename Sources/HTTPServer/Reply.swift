import Synchronization

/// The promise of one answer, which may be given from any thread, once.
///
/// The first ``send(_:)`` counts and later ones are ignored. Without an answer by the job's deadline the
/// client gets 503; if the last reference goes away without an answer, 500 at once.
public final class Reply: Sendable {
  /// What becomes of a promise.
  enum Outcome: Sendable {
    case sent(Response)
    case dropped
  }

  private let isSettled = Atomic(false)
  private let deliver: @Sendable (Outcome) -> Void

  init(outcome deliver: @escaping @Sendable (Outcome) -> Void) {
    self.deliver = deliver
  }

  /// A reply for tests, without a server: `deliver` gets the answer, or a plain 500 when there was none.
  public convenience init(_ deliver: @escaping @Sendable (Response) -> Void) {
    self.init(outcome: { outcome in
      switch outcome {
      case .sent(let response): deliver(response)
      case .dropped: deliver(Refusal.plain(Refusal(.internalError)))
      }
    })
  }

  deinit {
    if isSettled.exchange(true, ordering: .relaxed) == false { deliver(.dropped) }
  }

  /// Answers the request, from any thread. Never blocks. The client may be gone already.
  public func send(_ response: Response) {
    guard isSettled.exchange(true, ordering: .relaxed) == false else { return }
    deliver(.sent(response))
  }
}
