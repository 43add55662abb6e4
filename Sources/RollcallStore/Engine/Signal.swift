import Foundation

/// Wakes one thread that waits for something to do. Raised while nobody waits, it is remembered once.
public final class Signal: Sendable {
  private let condition = NSCondition()
  private let isRaised = Raised()

  private final class Raised: @unchecked Sendable {
    // Guarded by `condition`.
    var value = false
  }

  /// A signal that nobody raised.
  public init() {}

  /// Wakes whoever waits, or the next who will.
  public func raise() {
    condition.withLock {
      isRaised.value = true
      condition.broadcast()
    }
  }

  /// Waits until it is raised, or for so many milliseconds, and takes it back. Blocks.
  public func wait(_ milliseconds: Int) {
    let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1_000)
    condition.withLock {
      while !isRaised.value, condition.wait(until: end) {}
      isRaised.value = false
    }
  }
}
