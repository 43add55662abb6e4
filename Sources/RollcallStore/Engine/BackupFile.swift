import Crypto
import Foundation

/// A file that is being written, under another name until it is whole: `FILE.partial`, readable by its owner
/// alone.
///
/// The name is locked during writing, so that the next program can tell a file in use from one left by a
/// killed program.
final class BackupFile {
  /// The path during writing.
  let path: String
  private let descriptor: Int32

  /// Takes the name, and empties a file that a killed program left there.
  ///
  /// - Parameter database: a file made by root gets this database's owner; `nil` = it stays root's.
  /// - Throws: `StoreError.unavailable` when it cannot be made or is being written now.
  init(_ path: String, asOwnerOf database: String? = nil) throws(StoreError) {
    self.path = path
    descriptor = try Self.take(path)
    // Side files of an earlier SQLite database must not be read into this one.
    for suffix in Self.besides { unlink(path + suffix) }
    if let database { FileOwner.follow(descriptor, beside: database) }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      throw Self.failure("cannot write \(path)")
    }
  }

  deinit { close(descriptor) }

  /// Opens and locks the file that has the name, and no other: while we waited, its writer may have given it
  /// its final name, and then it must not be emptied.
  private static func take(_ path: String) throws(StoreError) -> Int32 {
    for _ in 0..<100 {
      let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard opened >= 0 else { throw failure("cannot make \(path)") }
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        close(opened)
        throw .unavailable("\(path) is being written by another process")
      }
      var (mine, named) = (stat(), stat())
      if fstat(opened, &mine) == 0, lstat(path, &named) == 0, mine.st_ino == named.st_ino,
        mine.st_dev == named.st_dev
      {
        if mine.st_nlink == 1 { return opened }
        // After a kill between the two steps, a file has both names: the whole file must not be emptied
        // through the other name.
        unlink(path)
      }
      close(opened)
    }
    throw .unavailable("\(path) is being written by another process")
  }

  /// Syncs the written data to disk.
  func sync() throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw Self.failure("cannot write \(path)") }
  }

  /// Syncs the bytes only, and ignores errors: it helps the disk and promises nothing.
  func syncEarly() { fdatasync(descriptor) }

  /// Writes another file's bytes into it; their SHA-256.
  func fill(from source: Int32) throws(StoreError) -> (bytes: Int64, sha256: String) {
    try Self.pass(source) { part throws(StoreError) in try append(part) }
  }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.failure("cannot write \(path)") }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  /// Appends the bytes of an array.
  func append(_ bytes: [UInt8]) throws(StoreError) {
    do { try bytes.withUnsafeBytes { try append($0) } } catch { throw StoreError(error) }
  }

  /// Its length and SHA-256, read from its beginning.
  func measure() throws(StoreError) -> (bytes: Int64, sha256: String) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure("cannot read \(path)") }
    return try Self.pass(descriptor) { _ throws(StoreError) in }
  }

  /// Gives the file its name, also on disk. Call `sync` first.
  ///
  /// - Throws: `StoreError.conflict` when such a file exists and it is not `replacing`.
  func publish(as name: String, replacing: Bool) throws(StoreError) {
    guard replacing ? rename(path, name) == 0 : link(path, name) == 0 else {
      if errno == EEXIST { throw .conflict("\(name) is there already") }
      throw Self.failure("cannot make \(name)")
    }
    if !replacing { unlink(path) }
    try DiskNames.sync(folderOf: name)
  }

  /// Deletes it, with SQLite's side files.
  func discard() { for suffix in [""] + Self.besides { unlink(path + suffix) } }

  /// Removes the side files of SQLite and the store. The file must not be open anywhere.
  ///
  /// - Throws: `unavailable` when a part of it is still in its log.
  func tidy() throws(StoreError) {
    var log = stat()
    guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else {
      throw .unavailable("\(path)-wal was not emptied")
    }
    for suffix in Self.besides { unlink(path + suffix) }
  }

  static let besides = ["-wal", "-shm", "-journal", ".lock"]

  /// The system's message for the last call that failed.
  static func failure(_ words: String) -> StoreError {
    .unavailable("\(words): \(String(cString: strerror(errno)))")
  }

  private static func pass(
    _ source: Int32, _ take: (UnsafeRawBufferPointer) throws(StoreError) -> Void
  ) throws(StoreError) -> (bytes: Int64, sha256: String) {
    var (hasher, bytes, buffer) = (SHA256(), Int64(0), [UInt8](repeating: 0, count: 1 << 20))
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("cannot read") }
      guard count > 0 else { break }
      let outcome = buffer.withUnsafeBytes { all -> StoreError? in
        let part = UnsafeRawBufferPointer(rebasing: all[..<count])
        hasher.update(bufferPointer: part)
        do throws(StoreError) { try take(part) } catch { return error }
        return nil
      }
      if let outcome { throw outcome }
      bytes += Int64(count)
    }
    return (bytes, AuditChain.hex(Data(hasher.finalize())))
  }
}
