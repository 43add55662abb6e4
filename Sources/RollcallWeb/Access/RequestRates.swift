import Rollcall
import Synchronization

/// How often a phone's session may ask: 20 requests a second, 100 at once.
final class RequestRates: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Timestamp
  }

  private let buckets = Mutex<[PhoneSession.ID: Bucket]>([:])
  private static let rate = 20.0
  private static let burst = 100.0

  /// Takes one request of the session; `false` when it asks too often.
  func take(_ session: PhoneSession.ID, now: Timestamp) -> Bool {
    buckets.withLock { all in
      var bucket = all[session] ?? Bucket(tokens: Self.burst, at: now)
      let passed = max(0, Double(now.since(bucket.at)) / 1_000)
      bucket.tokens = min(Self.burst, bucket.tokens + passed * Self.rate)
      bucket.at = now
      let isAllowed = bucket.tokens >= 1
      if isAllowed { bucket.tokens -= 1 }
      all[session] = bucket
      return isAllowed
    }
  }
}
