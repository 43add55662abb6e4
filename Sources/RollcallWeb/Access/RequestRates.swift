import Rollcall
import Synchronization

/// Rate limits for phones' sessions or foreign apps.
final class RequestRates<Asker: Hashable & Sendable>: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Timestamp
  }

  private let buckets = Mutex<[Asker: Bucket]>([:])
  private let rate: Double
  private let burst: Double

  /// - Parameters:
  ///   - rate: requests a second.
  ///   - burst: requests at once.
  init(rate: Double = 20, burst: Double = 100) {
    self.rate = rate
    self.burst = burst
  }

  /// Counts one request, or one that costs as much as several; `false` when it is over the limit.
  func consume(_ asker: Asker, cost: Double = 1, now: Timestamp) -> Bool {
    buckets.withLock { all in
      var bucket = all[asker] ?? Bucket(tokens: burst, at: now)
      let passed = max(0, Double(now.since(bucket.at)) / 1_000)
      bucket.tokens = min(burst, bucket.tokens + passed * rate)
      bucket.at = now
      let isAllowed = bucket.tokens >= cost
      if isAllowed { bucket.tokens -= cost }
      all[asker] = bucket
      return isAllowed
    }
  }
}
