import Foundation

/// A restore that was decided and not finished: `FILE.restored-STAMP` is there, whole and checked.
///
/// That name is the decision. The rest is to move the old database aside together with its log, because the
/// log of one database must never lie beside another. The next program that opens the file does it, so a kill
/// at any moment leaves the old database or the new one.
enum BackupPending {
  /// The name of the file that waits to take the place of a database; `nil` = none.
  static func name(of database: String) -> String? { names(of: database, infix).first }

  /// The files beside a database that a restore named this way: whole ones, with a stamp and nothing after
  /// it. Other files are their owner's, whatever their name.
  static func names(of database: String, _ infix: String) -> [String] {
    let url = URL(fileURLWithPath: database)
    let folder = url.deletingLastPathComponent().path
    let prefix = url.lastPathComponent + infix
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(prefix) && isStamp($0.utf8.dropFirst(prefix.utf8.count)) }
      .sorted().map { folder + "/" + $0 }.filter(isFile)
  }

  /// Whether it is like `20261121T213000Z`.
  private static func isStamp(_ bytes: Substring.UTF8View) -> Bool {
    bytes.count == BackupRestore.stampLength
      && bytes.enumerated().allSatisfy { place, byte in
        switch place {
        case 8: byte == UInt8(ascii: "T")
        case BackupRestore.stampLength - 1: byte == UInt8(ascii: "Z")
        default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
      }
  }

  private static func isFile(_ path: String) -> Bool {
    var found = stat()
    return lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG && found.st_size > 0
  }

  /// Finishes the restore. The caller holds the lock.
  ///
  /// - Returns: where the old database is now; `nil` when there was nothing to do or no old database.
  /// - Throws: `unavailable` when a file cannot be moved; to be tried again.
  @discardableResult
  static func finish(_ database: String) throws(StoreError) -> String? {
    guard let waiting = name(of: database) else { return nil }
    let stamp = waiting.utf8.suffix(BackupRestore.stampLength)
    let aside = database + Self.aside + String(decoding: stamp, as: UTF8.self)
    // The log first: a database without its log is in an older state, and no one opens it while the restore
    // waits.
    for suffix in ["-wal", "-journal", "", "-shm"] { try move(database + suffix, to: aside + suffix) }
    try DiskNames.sync(folderOf: database)
    try move(waiting, to: database)
    try DiskNames.sync(folderOf: database)
    return FileManager.default.fileExists(atPath: aside) ? aside : nil
  }

  /// Finishes the restore unless the database is open somewhere.
  static func finishUnlessHeld(_ database: String) throws(StoreError) {
    guard name(of: database) != nil else { return }
    do {
      let database = try DatabasePath.resolved(database)
      guard let lock = try FileLock(beside: database) else { return }
      defer { lock.release() }
      try finish(database)
    } catch { throw StoreError(error) }
  }

  static let infix = ".restored-"
  /// Part of the name of the earlier database.
  static let aside = ".before-"

  private static func move(_ from: String, to: String) throws(StoreError) {
    guard rename(from, to) != 0, errno != ENOENT else { return }
    throw BackupFile.failure("cannot move \(from)")
  }
}
