import Foundation
import Synchronization

/// Guarantees that only this process writes the database: an exclusive lock on a file beside it, and one on
/// the database file itself, which holds whatever name leads to it.
///
/// The first lock is beside it because a restore replaces the file itself.
final class FileLock: Sendable {
  private struct Held {
    var beside: Int32
    var file: Int32 = -1
  }

  private let held: Mutex<Held>

  /// Takes the lock; `nil` when another process holds it.
  ///
  /// - Throws: `StoreError.unavailable` when the lock file cannot be made.
  init?(beside path: String) throws {
    let opened = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    held = Mutex(Held(beside: opened))
    guard opened >= 0 else {
      throw StoreError.unavailable("cannot open \(path).lock: \(String(cString: strerror(errno)))")
    }
    FileOwner.follow(opened, beside: path)
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  /// Locks the file, too; `false` when another process holds it. A missing file has no lock.
  ///
  /// Call it before SQLite opens the file: closing a descriptor of it would drop SQLite's own locks.
  ///
  /// - Throws: `StoreError.unavailable` when it cannot be opened.
  func takeFile(_ path: String) throws -> Bool {
    let opened = open(path, O_RDWR | O_CLOEXEC)
    guard opened >= 0 else {
      guard errno == ENOENT else { throw BackupFile.failure("cannot open \(path)") }
      return true
    }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      return false
    }
    held.withLock { $0.file = opened }
    return true
  }

  /// Releases the locks; calling it again is harmless. Call it after SQLite has closed the file.
  func release() {
    held.withLock {
      if $0.file >= 0 { close($0.file) }
      if $0.beside >= 0 { close($0.beside) }
      $0 = Held(beside: -1)
    }
  }

  deinit { release() }
}
