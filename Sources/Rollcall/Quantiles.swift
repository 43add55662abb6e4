/// The median and the 90th percentile of a set of durations.
public struct Quantiles: Equatable, Sendable {
  /// How many there are.
  public let count: Int
  /// The median; of an even number the mean of the two in the middle, rounded down, milliseconds. `nil` = of
  /// no values.
  public let median: Milliseconds?
  /// The 90th percentile by nearest rank, milliseconds: the smallest value that at least nine in ten do not
  /// exceed. `nil` = of no values.
  public let ninetieth: Milliseconds?

  /// Computes them from durations in any order.
  public init(_ lengths: some Sequence<Milliseconds>) {
    let sorted = lengths.sorted()
    count = sorted.count
    guard !sorted.isEmpty else {
      (median, ninetieth) = (nil, nil)
      return
    }
    let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    // The sum of two lengths may not fit; their difference from the lower one does, of lengths.
    median = low + (high.subtractingReportingOverflow(low).partialValue) / 2
    // ⌈0.9 n⌉ without a product that could overflow.
    ninetieth = sorted[sorted.count - 1 - sorted.count / 10]
  }
}
