public import Rollcall

/// How long to wait before an upload is tried again.
public struct Backoff: Equatable, Sendable {
  /// The longest wait before the second attempt, milliseconds.
  public var first: Milliseconds
  /// The longest wait of all, milliseconds.
  public var longest: Milliseconds

  /// Waits from `first`, doubled with each attempt, up to `longest`. Both milliseconds.
  public init(first: Milliseconds = 1_000, longest: Milliseconds = 30_000) {
    self.first = max(1, first)
    self.longest = max(self.first, longest)
  }

  /// The wait after `failures` failed attempts (1 = the first has failed), milliseconds.
  ///
  /// Half of it is random, so that phones which lost the server together do not come back together.
  ///
  /// - Parameters:
  ///   - retryAfter: What the server asked for, milliseconds: the wait is never shorter, up to an hour.
  ///   - random: 0…1.
  public func wait(
    after failures: Int, retryAfter: Milliseconds? = nil, random: Double
  ) -> Milliseconds {
    let doublings = min(max(1, failures) - 1, 30)
    let (product, overflow) = first.multipliedReportingOverflow(by: 1 << Milliseconds(doublings))
    let most = overflow ? longest : min(longest, product)
    let share = random.isFinite ? min(1, max(0, random)) : 1
    let own = most / 2 + (Milliseconds(exactly: (Double(most / 2) * share).rounded()) ?? 0)
    return max(own, min(retryAfter ?? 0, Self.longestObedience))
  }

  /// The longest wait that a server may ask for, milliseconds: an hour.
  static let longestObedience: Milliseconds = 3_600_000

  /// The wait that a `Retry-After` header asks for, milliseconds; `nil` when it is absent or not a number of
  /// seconds. A date is ignored, because the phone's clock may be wrong.
  public static func retryAfter(_ headers: [String: String]) -> Milliseconds? {
    guard let text = headers["retry-after"], (1...9).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let seconds = Milliseconds(text)
    else { return nil }
    return seconds * 1_000
  }
}
