import Foundation
public import Rollcall
import SQL

/// A copy of a whole database at one moment.
public struct Backup: Equatable, Sendable {
  /// The path of the copy.
  public let file: String
  /// The moment.
  public let at: Timestamp
  /// How long it took to write and to check, milliseconds.
  public let took: Milliseconds
  /// Its length.
  public let bytes: Int64
  /// Its SHA-256, as hexadecimal digits.
  public let sha256: String

  /// The least free space that a backup leaves on its disk, bytes: the database may be on the same one, and a
  /// server with less refuses uploads.
  public static let leastFree: UInt64 = 128 << 20

  /// Writes a copy of a database, whether or not a server has it open, and checks it before it gets its name.
  /// Blocks the caller but no server: it reads one state of the file while others write the next.
  ///
  /// - Parameter replacing: whether an existing file may be replaced.
  /// - Throws: `notFound`, `conflict` when the file exists; `invalid` when the copy is damaged, as the
  ///   database then is, or was made by another build; `unavailable`, e.g. for want of space. A failed copy
  ///   leaves no file.
  public static func make(
    of database: String, at file: String, replacing: Bool = false,
    leaving leastFree: UInt64 = leastFree, clock: () -> Timestamp = { .wallClock }
  ) throws(StoreError) -> Backup {
    let database = try DatabasePath.resolved(database)
    guard FileManager.default.fileExists(atPath: database) else { throw .notFound(database) }
    try DatabasePath.refuseSecondName(of: database)
    guard !isSame(database, file) else { throw .conflict("\(file) is the database itself") }
    guard replacing || !FileManager.default.fileExists(atPath: file) else {
      throw .conflict("\(file) is there already; --replace takes its place")
    }
    try BackupPending.finishUnlessHeld(database)
    let partial = try BackupFile(file + ".partial")
    do {
      let begun = clock()
      try copy(database, into: partial, leaving: leastFree)
      _ = try BackupCheck.of(partial.path)
      try BackupSum.seal(partial.path)
      try partial.sync()
      let (bytes, sha256) = try partial.measure()
      try partial.publish(as: file, replacing: replacing)
      let made = Backup(
        file: file, at: begun, took: max(0, clock().since(begun)), bytes: bytes, sha256: sha256)
      BackupNote(made).write(beside: database)
      return made
    } catch {
      partial.discard()
      throw error
    }
  }

  /// `VACUUM INTO`, from a connection that cannot write: one state of the file, compact, without deleted
  /// rows.
  private static func copy(
    _ database: String, into partial: BackupFile, leaving leastFree: UInt64
  ) throws(StoreError) {
    do { try vacuum(database, into: partial, leaving: leastFree) } catch {
      switch (error as? DatabaseError)?.resultCode {
      case .interrupt: throw noRoom
      case .notADatabase: throw .invalid("this is not a Rollcall database")
      default: throw StoreError(error)
      }
    }
    // If the database was opened between the steps of a restore, half of each was read.
    guard BackupPending.name(of: database) == nil else {
      throw .unavailable("a restore is under way; try again")
    }
  }

  private static func vacuum(
    _ database: String, into partial: BackupFile, leaving leastFree: UInt64
  ) throws {
    let source = try DatabaseQueue(path: database, configuration: BackupCheck.lookingOn)
    try source.inDatabase { db in
      try ConnectionSettings.refuseForeign(db)
      try Schema.refuseOther(db)
      try refuseWithoutRoom(db, at: partial.path, leaving: leastFree)
      let watch = BackupWatch(partial, leaving: leastFree)
      try db.whileAllowed(every: 2_000, by: watch.goesOn) { try db.run("VACUUM INTO \(partial.path)") }
    }
    try source.close()
  }

  private static func refuseWithoutRoom(_ db: Database, at path: String, leaving leastFree: UInt64) throws {
    let pages = try db.first("PRAGMA page_count", as: Int.self) ?? 0
    let free = try db.first("PRAGMA freelist_count", as: Int.self) ?? 0
    let needed = UInt64(clamping: pages - min(free, pages)) * UInt64(ConnectionSettings.pageSize)
    guard let room = DiskRoom.free(at: path), room < needed + leastFree else { return }
    throw noRoom
  }

  private static let noRoom = StoreError.unavailable("there is not enough free space for a backup")

  /// Whether two names lead to one file.
  static func isSame(_ one: String, _ other: String) -> Bool {
    var (left, right) = (stat(), stat())
    guard stat(one, &left) == 0, stat(other, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }
}

/// Free space on disks.
public enum DiskRoom {
  /// Free bytes for us on the disk of `path`; `nil` when unknown.
  public static func free(at path: String) -> UInt64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    return UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue
  }
}

/// Watches the disk while a copy is written: syncs it in small parts, so that no commit of the server waits
/// behind a gigabyte, and ends it before the disk is full.
private final class BackupWatch {
  private let file: BackupFile
  private let leastFree: UInt64
  private var looked = ContinuousClock.now

  init(_ file: BackupFile, leaving leastFree: UInt64) { (self.file, self.leastFree) = (file, leastFree) }

  /// `false` = there is no room to continue.
  func goesOn() -> Bool {
    guard ContinuousClock.now - looked > .milliseconds(25) else { return true }
    file.syncEarly()
    looked = .now
    return DiskRoom.free(at: file.path).map { $0 >= leastFree } ?? true
  }
}
