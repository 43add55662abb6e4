/// A histogram with fixed bounds.
struct Histogram: Sendable {
  let bounds: [Double]
  private(set) var buckets: [Int]
  private(set) var sum = 0.0
  private(set) var count = 0

  init(bounds: [Double]) {
    self.bounds = bounds
    buckets = Array(repeating: 0, count: bounds.count)
  }

  /// A histogram counted elsewhere: each of `buckets` without the smaller ones.
  init(bounds: [Double], buckets: [Int], sum: Double, count: Int) {
    (self.bounds, self.buckets, self.sum, self.count) = (bounds, buckets, sum, count)
  }

  mutating func add(_ value: Double) {
    if let bucket = bounds.firstIndex(where: { value <= $0 }) { buckets[bucket] += 1 }
    sum += value
    count += 1
  }
}
