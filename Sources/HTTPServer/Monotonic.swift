import Glibc

/// Time for deadlines: nanoseconds of the monotonic clock.
enum Monotonic {
  static func now() -> UInt64 {
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  /// The instant this far ahead, clamped to one that never comes when the sum would overflow.
  static func after(_ duration: Duration, from start: UInt64 = now()) -> UInt64 {
    sum(start, nanoseconds(duration))
  }

  /// An instant plus nanoseconds, clamped to one that never comes when the sum would overflow.
  static func sum(_ start: UInt64, _ nanoseconds: UInt64) -> UInt64 {
    let (sum, overflow) = start.addingReportingOverflow(nanoseconds)
    return overflow ? ceiling : min(sum, ceiling)
  }

  /// A duration in nanoseconds, clamped to 0…``ceiling``.
  static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < Int64(ceiling / 1_000_000_000) else { return ceiling }
    return UInt64(clamping: seconds) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }

  /// Instants stay below 2⁶⁰ (36 years), so that ``Deadline`` has room beside them.
  static let ceiling = UInt64(1) << 60
}

/// Waiting that needs no signal.
enum Pause {
  static func milliseconds(_ count: UInt32) {
    usleep(count &* 1_000)
  }
}
