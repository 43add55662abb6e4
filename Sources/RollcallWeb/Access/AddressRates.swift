import Rollcall
import Synchronization

/// How often one address may ask for what is open to everybody: nobody is to try out links or codes.
final class AddressRates: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Timestamp
  }

  private let buckets = Mutex<[String: Bucket]>([:])
  private static let rate = 1.0
  private static let burst = 30.0
  private static let maximumKeys = 20_000
  /// How long whoever asked too often is told to wait, seconds.
  static let pause = 5

  /// Takes one request of an address; `false` when it asks too often.
  func take(_ peer: String, now: Timestamp) -> Bool {
    buckets.withLock { all in
      if all.count >= Self.maximumKeys { all = all.filter { Self.tokens($0.value, now) < Self.burst } }
      guard all.count < Self.maximumKeys || all[peer] != nil else { return false }
      var bucket = all[peer] ?? Bucket(tokens: Self.burst, at: now)
      bucket = Bucket(tokens: Self.tokens(bucket, now), at: now)
      let isAllowed = bucket.tokens >= 1
      if isAllowed { bucket.tokens -= 1 }
      all[peer] = bucket
      return isAllowed
    }
  }

  private static func tokens(_ bucket: Bucket, _ now: Timestamp) -> Double {
    min(burst, bucket.tokens + max(0, Double(now.since(bucket.at)) / 1_000) * rate)
  }
}
