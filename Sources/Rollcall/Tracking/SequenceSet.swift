/// The sequence numbers of a queue that have been seen, as ranges. Survives a purge of the rows.
public struct SequenceSet: Equatable, Sendable {
  /// The ranges, ascending, neither touching nor overlapping.
  public private(set) var ranges: [ClosedRange<Int64>]

  /// Creates an empty set, or one from stored ranges, which must be ascending and disjoint.
  public init(ranges: [ClosedRange<Int64>] = []) { self.ranges = ranges }

  /// Whether `sequence` has been seen.
  public func contains(_ sequence: Int64) -> Bool {
    let place = firstEnding(atOrAfter: sequence)
    return ranges.indices.contains(place) && ranges[place].lowerBound <= sequence
  }

  /// A change of the ranges: one grew, or a new one began, and the one above may have been merged.
  public struct Change: Equatable, Sendable {
    /// The range that now contains the number.
    public var range: ClosedRange<Int64>
    /// Lower bounds of the ranges that no longer exist.
    public var removed: [Int64]
  }

  /// Adds a number, 0…2⁵³ − 1; `nil` when it had been seen before.
  public mutating func insert(_ sequence: Int64) -> Change? {
    guard (0...Ping.maximumSequence).contains(sequence), !contains(sequence) else { return nil }
    let above = firstEnding(atOrAfter: sequence)
    let joinsBelow = above > 0 && ranges[above - 1].upperBound == sequence - 1
    let joinsAbove = ranges.indices.contains(above) && ranges[above].lowerBound == sequence + 1
    switch (joinsBelow, joinsAbove) {
    case (false, false):
      ranges.insert(sequence...sequence, at: above)
      return Change(range: sequence...sequence, removed: [])
    case (true, false):
      ranges[above - 1] = ranges[above - 1].lowerBound...sequence
      return Change(range: ranges[above - 1], removed: [])
    case (false, true):
      ranges[above] = sequence...ranges[above].upperBound
      return Change(range: ranges[above], removed: [sequence + 1])
    case (true, true):
      ranges[above - 1] = ranges[above - 1].lowerBound...ranges[above].upperBound
      ranges.remove(at: above)
      return Change(range: ranges[above - 1], removed: [sequence + 1])
    }
  }

  /// The range whose lowest number is `lower`, if there is one.
  public func range(from lower: Int64) -> ClosedRange<Int64>? {
    let place = firstEnding(atOrAfter: lower)
    guard ranges.indices.contains(place), ranges[place].lowerBound == lower else { return nil }
    return ranges[place]
  }

  /// The gaps between the lowest and the highest number seen.
  public var missing: [ClosedRange<Int64>] {
    zip(ranges, ranges.dropFirst()).map { $0.upperBound + 1...$1.lowerBound - 1 }
  }

  private func firstEnding(atOrAfter sequence: Int64) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
