/// How a table holds its names to their limits.
extension ClosedRange<Int> {
  /// `BETWEEN 1 AND 200`.
  var between: String { "BETWEEN \(lowerBound) AND \(upperBound)" }
}
