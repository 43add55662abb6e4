/// The fixes that were taken during a silence: they prove that the phone was alive and queueing.
public struct FixesInside: Equatable, Sendable {
  /// How many.
  public private(set) var count = 0
  /// The first, effective time.
  public private(set) var first: Timestamp?
  /// The last, effective time.
  public private(set) var last: Timestamp?
  /// When the newest of them arrived.
  public private(set) var newestReceivedAt: Timestamp?
  /// The longest stretch between two neighbours.
  private var longestPause: TimeSpan?

  /// None.
  public init() {}

  /// Adds a fix that was taken after the silence began and before it ended; the caller adds them by effective time.
  public mutating func add(effective: Timestamp, received: Timestamp) {
    count += 1
    newestReceivedAt = max(newestReceivedAt ?? received, received)
    defer { last = max(last ?? effective, effective) }
    guard let last else { return first = effective }
    let pause = TimeSpan(from: last, to: effective)
    if pause.length > (longestPause?.length ?? -1) { longestPause = pause }
  }

  /// The longest stretch of `silence` without a fix; the earliest, when several are as long.
  public func longestPause(in silence: TimeSpan) -> TimeSpan {
    guard let first, let last else { return silence }
    let pauses = [
      TimeSpan(from: silence.from, to: min(first, silence.to)), longestPause?.overlap(silence),
      TimeSpan(from: max(last, silence.from), to: silence.to),
    ]
    var longest = TimeSpan(from: silence.from, to: silence.from)
    for case .some(let pause) in pauses where pause.length > longest.length { longest = pause }
    return longest
  }
}
