import Foundation
import Synchronization

/// Proves each second that the writer commits, which moves the alive mark, and deletes expired keys each
/// minute.
final class Heartbeat: Sendable {
  /// Its access to the outside.
  struct Acts: Sendable {
    /// Commits something.
    var markAlive: @Sendable () throws -> Void
    /// Forgets the expired ones among some of the keys; returns whether there are more to look at.
    var purge: @Sendable () throws -> Bool
    /// Free bytes on the database's disk; `nil` when unknown.
    var freeBytes: @Sendable () -> UInt64?
  }

  /// The longest time since the last commit, nanoseconds, for a server that calls itself ready.
  static let freshness: UInt64 = 5_000_000_000
  /// The least free disk space, bytes, likewise: 64 MiB.
  static let leastFree: UInt64 = 64 << 20

  private struct State {
    var lastCommit: UInt64?
    var lastPurge: UInt64?
  }

  private let acts: Acts
  private let state = Mutex(State())

  init(_ acts: Acts) { self.acts = acts }

  /// One beat at `now`, nanoseconds of a monotonic clock.
  func beat(at now: @autoclosure () -> UInt64) throws {
    try acts.markAlive()
    let time = now()
    state.withLock { $0.lastCommit = time }
    try purge(at: time)
  }

  private func purge(at now: UInt64) throws {
    let isDue = state.withLock { state in
      if let last = state.lastPurge, now < last + 60_000_000_000 { return false }
      state.lastPurge = now
      return true
    }
    guard isDue else { return }
    for _ in 0..<20 where try !acts.purge() { break }
  }

  /// Whether the last commit is fresh and there is disk space.
  func isReady(at now: UInt64) -> Bool {
    guard let last = state.withLock({ $0.lastCommit }), now < last + Self.freshness else { return false }
    return acts.freeBytes().map { $0 >= Self.leastFree } ?? false
  }

  /// Nanoseconds of the boot clock.
  static func monotonic() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return UInt64(clamping: now.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: now.tv_nsec)
  }
}
