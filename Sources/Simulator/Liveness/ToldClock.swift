import Rollcall

/// How wrong a phone's clock is by the contract: from when it says that it sent, and when that was heard.
///
/// Written for the comparison, and on purpose not with the server's own.
struct ToldClock: Equatable, Sendable {
  private struct Attempt: Equatable {
    var sent: Timestamp
    var heard: Timestamp
    var lag: Milliseconds { heard.since(sent) }

    /// Whether another one says the same of the clock.
    func isConfirmed(by other: Attempt) -> Bool {
      let apart = sent.since(other.sent)
      return abs(lag - other.lag) <= 5_000 && abs(apart) >= 10_000
        && abs(apart - heard.since(other.heard)) <= 1_000
    }
  }

  private var attempts: [Attempt] = []
  private var seen: Set<Int64> = []

  /// Takes a request that was heard.
  mutating func note(_ heard: PhoneDiary.Heard) {
    if heard.isLogin { self = ToldClock() }
    guard let sent = heard.sentAt, seen.insert(sent.milliseconds).inserted else { return }
    attempts = attempts.suffix(4) + [Attempt(sent: sent, heard: heard.at)]
  }

  /// What is added to what the phone dates, milliseconds, 0 or at least 5,000.
  var offset: Milliseconds {
    let confirmed = attempts.filter { one in attempts.contains { one.isConfirmed(by: $0) } }
    let least = confirmed.map(\.lag).min() ?? 0
    return least < 5_000 ? 0 : least
  }
}
