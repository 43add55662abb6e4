import Rollcall

/// The error of a phone's clock by the contract, from the sending times in its requests and their arrivals.
///
/// Written for the comparison, deliberately independent of the server's code.
struct ClockEstimate: Equatable, Sendable {
  private struct Attempt: Equatable {
    var sent: Timestamp
    var heard: Timestamp
    var lag: Milliseconds { heard.since(sent) }

    /// Whether another attempt agrees about the clock.
    func isConfirmed(by other: Attempt) -> Bool {
      let apart = sent.since(other.sent)
      return abs(lag - other.lag) <= 5_000 && abs(apart) >= 10_000
        && abs(apart - heard.since(other.heard)) <= 1_000
    }
  }

  private var attempts: [Attempt] = []
  private var seen: Set<Int64> = []

  /// Records an accepted request.
  mutating func record(_ heard: PhoneDiary.Heard) {
    if heard.isLogin { self = ClockEstimate() }
    guard let sent = heard.sentAt, seen.insert(sent.milliseconds).inserted else { return }
    attempts = attempts.suffix(4) + [Attempt(sent: sent, heard: heard.at)]
  }

  /// The correction for the phone's dates, milliseconds, 0 or at least 5,000.
  var offset: Milliseconds {
    let confirmed = attempts.filter { one in attempts.contains { one.isConfirmed(by: $0) } }
    let least = confirmed.map(\.lag).min() ?? 0
    return least < 5_000 ? 0 : least
  }
}
