import Dispatch
import Synchronization

/// Wakes one thread that waits for work. A signal raised while no thread waits is remembered once.
public final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isRaised = Atomic(false)

  /// A signal that was not raised.
  public init() {}

  /// Wakes the waiting thread, or the next to wait. Does not block.
  public func raise() {
    if !isRaised.exchange(true, ordering: .sequentiallyConsistent) { semaphore.signal() }
  }

  /// Waits until it is raised, or for so many milliseconds, and resets it. Blocks. Setting the clock does not
  /// change the wait.
  public func wait(_ milliseconds: Int) {
    guard semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return }
    // Work signalled before this line was done before it, and the next look finds it.
    isRaised.store(false, ordering: .sequentiallyConsistent)
  }
}
