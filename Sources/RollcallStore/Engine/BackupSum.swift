import Crypto
import Foundation
import SQL

/// The checksum in a backup: SHA-256 over the whole file, in a row of its own whose bytes count as zeros.
/// SQLite has no checksums of its pages, so a flipped bit in a value would go unnoticed.
enum BackupSum {
  /// Bytes of a sum.
  private static let length = 32

  /// Writes the sum into a file that is not open anywhere.
  static func seal(_ path: String) throws(StoreError) {
    do {
      let marker = Data((0..<length).map { _ in UInt8.random(in: .min ... .max) })
      let page = try database(path, readonly: false) { db in
        try db.run(
          """
          INSERT INTO backup_sum (id, sha256) VALUES (1, \(marker))
          ON CONFLICT (id) DO UPDATE SET sha256 = excluded.sha256
          """)
        return try Page(db)
      }
      guard let page, let place = try page.find(marker, in: path) else {
        throw StoreError.unavailable("\(path) could not be summed")
      }
      try write(try sum(of: path, without: place), into: path, at: place)
    } catch { throw StoreError(error) }
  }

  /// Whether the file has a sum: it is a backup as it was made.
  static func isIn(_ db: Database) throws -> Bool {
    try db.hasTable("backup_sum") && db.exists("SELECT 1 FROM backup_sum")
  }

  /// Compares the sum with the file, which is not open anywhere else.
  ///
  /// - Parameter leavingAlone: whether the file must not be changed; a database with a log cannot be checked
  ///   then.
  /// - Throws: `StoreError.invalid` when they differ; no error when there is no sum.
  static func check(_ path: String, leavingAlone: Bool = false) throws {
    let found = try database(path, readonly: leavingAlone) { db -> (page: Page?, sum: Data)? in
      guard try isIn(db), let sum = try db.first("SELECT sha256 FROM backup_sum", as: Data.self) else {
        return nil
      }
      return (try Page(db), sum)
    }
    guard let found else { return }
    guard let place = try found.page?.find(found.sum, in: path),
      try sum(of: path, without: place) == found.sum
    else { throw StoreError.invalid("it was changed since it was made: its own SHA-256 does not match") }
  }

  /// Removes the sum when the file becomes a database, because it will change.
  static func forget(_ db: Database) throws {
    if try isIn(db) { try db.run("DELETE FROM backup_sum") }
  }

  private static func database<Result>(
    _ path: String, readonly: Bool, _ body: (Database) throws -> Result
  ) throws -> Result {
    var configuration = BackupCheck.configuration
    configuration.readonly = readonly
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let result = try queue.inDatabase(body)
    try queue.close()
    return result
  }

  /// The place of the row's page.
  private struct Page {
    let start: UInt64
    let size: Int

    init?(_ db: Database) throws {
      let root = try db.first(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'backup_sum' AND type = 'table'", as: Int64.self)
      let size = try db.first("PRAGMA page_size", as: Int64.self) ?? 0
      guard let root, (1...Int64(UInt32.max)).contains(root), (512...65_536).contains(size) else {
        return nil
      }
      start = UInt64(root - 1) * UInt64(size)
      self.size = Int(size)
    }

    /// The offset of these bytes in the file; `nil` = they are not in the page.
    func find(_ bytes: Data, in path: String) throws -> UInt64? {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      try file.seek(toOffset: start)
      let page = try file.read(upToCount: size) ?? Data()
      return page.range(of: bytes).map { start + UInt64($0.lowerBound - page.startIndex) }
    }
  }

  /// SHA-256 over a file, with the sum's own bytes as zeros.
  private static func sum(of path: String, without place: UInt64) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let (head, zeros) = (try digest(file, upTo: place), Data(repeating: 0, count: length))
    var hasher = head
    hasher.update(data: zeros)
    try file.seek(toOffset: place + UInt64(length))
    while let part = try file.read(upToCount: 1 << 20), !part.isEmpty { hasher.update(data: part) }
    return Data(hasher.finalize())
  }

  private static func digest(_ file: FileHandle, upTo end: UInt64) throws -> SHA256 {
    var (hasher, left) = (SHA256(), end)
    while left > 0, let part = try file.read(upToCount: Int(clamping: min(left, 1 << 20))), !part.isEmpty {
      hasher.update(data: part)
      left -= UInt64(part.count)
    }
    return hasher
  }

  private static func write(_ sum: Data, into path: String, at place: UInt64) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seek(toOffset: place)
    try file.write(contentsOf: sum)
  }
}
