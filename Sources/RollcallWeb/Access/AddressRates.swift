import HTTPServer
import Rollcall
import Synchronization

/// Limits how often one network may ask for public pages, so that links and codes cannot be guessed. IPv6 is
/// counted by the /64, and by the /48 at four times the rate.
final class AddressRates: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Timestamp
  }

  private let buckets = Mutex<[String: Bucket]>([:])
  private let rate: Double
  private let burst: Double
  private static let siteFactor = 4.0
  private static let maximumKeys = 20_000
  /// How long a client over the limit must wait, seconds.
  static let pause = 5

  /// - Parameters:
  ///   - rate: requests a second.
  ///   - burst: requests at once.
  init(rate: Double = 1, burst: Double = 30) {
    (self.rate, self.burst) = (rate, burst)
  }

  /// Counts one request of a network; `false` when it is over the limit.
  func consume(_ network: ClientNetwork, now: Timestamp) -> Bool {
    buckets.withLock { all in
      if let site = network.site, !consume(site, Self.siteFactor, now, &all) { return false }
      return consume(network.name, 1, now, &all)
    }
  }

  private func consume(_ key: String, _ factor: Double, _ now: Timestamp, _ all: inout [String: Bucket])
    -> Bool
  {
    let full = burst * factor
    func tokens(_ bucket: Bucket) -> Double {
      min(full, bucket.tokens + max(0, Double(now.since(bucket.at)) / 1_000) * rate * factor)
    }
    if all.count >= Self.maximumKeys, all[key] == nil {
      all = all.filter { now.since($0.value.at) < Int64(burst / rate * 1_000) }
      guard all.count < Self.maximumKeys else { return false }
    }
    let left = all[key].map(tokens) ?? full
    let isAllowed = left >= 1
    all[key] = Bucket(tokens: isAllowed ? left - 1 : left, at: now)
    return isAllowed
  }
}
