import Foundation
import Synchronization

/// The promise that this process alone writes the database: an exclusive lock on a file beside it.
///
/// Beside it, because opening and closing the database file itself would drop SQLite's own locks.
final class FileLock: Sendable {
  private let descriptor: Mutex<Int32>

  /// Takes the lock; `nil` when another process holds it.
  ///
  /// - Throws: `StoreError.unavailable` when the lock file cannot be made.
  init?(beside path: String) throws {
    let opened = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    descriptor = Mutex(opened)
    guard opened >= 0 else {
      throw StoreError.unavailable("cannot open \(path).lock: \(String(cString: strerror(errno)))")
    }
    FileOwner.follow(opened, beside: path)
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  /// Gives the promise back; again is harmless.
  func release() {
    descriptor.withLock {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  deinit { release() }
}
