import Glibc

/// A mutex and a condition variable. Synchronization offers no way to wait.
final class Monitor: @unchecked Sendable {
  // Sendable: both are made to be shared between threads and never move; freed with the last reference.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs the body with the mutex held.
  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for a signal; only within ``locked(_:)``.
  func wait() {
    pthread_cond_wait(condition, mutex)
  }

  /// Waits for a signal until an instant of ``Monotonic``; only within ``locked(_:)``.
  func wait(until instant: UInt64) {
    var time = timespec(
      tv_sec: Int(clamping: instant / 1_000_000_000), tv_nsec: Int(clamping: instant % 1_000_000_000))
    pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes one waiter.
  func signal() {
    pthread_cond_signal(condition)
  }

  /// Wakes all waiters.
  func broadcast() {
    pthread_cond_broadcast(condition)
  }
}
