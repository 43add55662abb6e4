import Synchronization

/// FCM's access token, exchanged once, shared by all senders and kept until five minutes before its end.
final class FCMAccess: Sendable {
  /// The result of the latest exchange.
  private struct State {
    var access: GoogleExchange.Access?
    var failure: NotSent?
  }

  /// A token is not used in its last five minutes.
  private static let margin: Int64 = 300_000

  private let state = Mutex(State())
  private let exchanges = Atomic(0)
  private let exchange: @Sendable (_ now: Int64) throws(NotSent) -> GoogleExchange.Access

  init(_ exchange: @escaping @Sendable (_ now: Int64) throws(NotSent) -> GoogleExchange.Access) {
    self.exchange = exchange
  }

  /// The token. Callers that come during an exchange wait and share its result. They share a failure, too:
  /// otherwise each sender in a queue would wait for a server that does not answer.
  func token(now: Int64) throws(NotSent) -> String {
    let seen = exchanges.load(ordering: .sequentiallyConsistent)
    let result = state.withLock { state -> Result<String, NotSent> in
      if let access = state.access, access.expiresAt - Self.margin > now { return .success(access.token) }
      if exchanges.load(ordering: .sequentiallyConsistent) != seen {
        if let access = state.access { return .success(access.token) }
        if let failure = state.failure { return .failure(failure) }
      }
      defer { exchanges.add(1, ordering: .sequentiallyConsistent) }
      do throws(NotSent) {
        let access = try exchange(now)
        state = State(access: access)
        return .success(access.token)
      } catch {
        state = State(failure: error)
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The server refused this token: the next request exchanges a new one.
  func forget(_ token: String) {
    state.withLock { if $0.access?.token == token { $0.access = nil } }
  }
}
