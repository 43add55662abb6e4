import Foundation
import SQL

/// A database of the layout before packed positions, moved into a new file of today's tables.
///
/// The new file remembers in each transaction what it has, so a conversion that was killed goes on with the next call.
/// The old file is never changed.
public struct Conversion: Equatable, Sendable {
  /// How many positions it moved.
  public let positions: Int64
  /// How many rows of other tables.
  public let rows: Int64
  /// The length of the new file.
  public let bytes: Int64

  /// How a conversion is carried out.
  public struct Options {
    /// The least free space that is left on the disk, bytes.
    public var leastFree = Backup.leastFree
    /// About how many rows there are in a transaction.
    public var slice: Int64 = 20_000
    /// Called after each transaction and every few thousand rows that are compared. What it throws ends the conversion.
    public var tell: (ConversionProgress) throws -> Void = { _ in }

    /// The defaults.
    public init() {}
  }

  /// Converts a file, or goes on with it. Blocks.
  ///
  /// - Throws: `notFound`; `invalid` when the old file is not of that layout, or damaged, or the result differs from it;
  ///   `conflict` when the new file is something else than an unfinished conversion of the old one; `unavailable` when a
  ///   file is in use, or for want of space.
  public static func run(
    _ old: String, to new: String, options: Options = Options()
  ) throws(StoreError) -> Conversion {
    let (old, new) = try (DatabasePath.resolved(old), DatabasePath.resolved(new))
    guard FileManager.default.fileExists(atPath: old) else { throw .notFound(old) }
    guard !Backup.isSame(old, new), old != new else { throw .conflict("\(new) is the database itself") }
    for path in [old, new] { try DatabasePath.refuseSecondName(of: path) }
    guard BackupPending.name(of: old) == nil else {
      throw .conflict("a restore of \(old) is not finished: start the build that began it once")
    }
    do { return try ConversionRun(old: old, new: new, options: options).lockAndConvert() } catch {
      guard let error = error as? DatabaseError, error.resultCode == .full else { throw StoreError(error) }
      throw .unavailable("the disk is full: make room, and the same command goes on with \(new)")
    }
  }
}

/// One call of a conversion, with its two files.
private struct ConversionRun {
  let old: String
  let new: String
  let options: Conversion.Options

  func lockAndConvert() throws -> Conversion {
    let locks = try [old, new].map { path in
      guard let lock = try FileLock(beside: path), try path == new || lock.takeFile(path) else {
        throw StoreError.unavailable("\(path) is in use by another process")
      }
      return lock
    }
    // Not before SQLite has closed the files.
    defer { for lock in locks { lock.release() } }
    return try convert()
  }

  private func convert() throws -> Conversion {
    let source = try readSource()
    try refuseWithoutRoom(for: source)
    try ConversionTarget.prepare(new, for: source)
    var configuration = ConnectionSettings.configuration(readers: 1)
    // Tables are filled one after the other. In the end all references are checked.
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: new, configuration: configuration)
    try queue.inDatabase { try fill(ConversionTarget(db: $0), from: source) }
    try queue.close()
    try DiskNames.sync(folderOf: new)
    return Conversion(
      positions: source.positions, rows: source.rows.values.reduce(0, +), bytes: DatabaseFile.length(of: new))
  }

  private func readSource() throws -> ConversionSource {
    do { return try ConversionSource(old) } catch StoreError.invalid(let words) {
      throw StoreError.invalid("\(old) cannot be converted: \(words)")
    } catch let error as DatabaseError where error.resultCode == .notADatabase {
      throw ConnectionSettings.notOurs
    }
  }

  private func fill(_ target: ConversionTarget, from source: ConversionSource) throws {
    let (db, meter) = (target.db, ConversionMeter(source, tell: options.tell))
    try target.begin(source)
    try db.attach(readingOnly: old, as: "source")
    try db.execute(sql: "PRAGMA main.cache_size = -65536; PRAGMA source.cache_size = -65536")
    try ConversionCopy(target: target, meter: meter, slice: options.slice).run(source.tables)
    try ConversionUploads(target: target, meter: meter, slice: options.slice).run()
    try ConversionPacking(target: target, meter: meter, slice: options.slice).run()
    do { try ConversionCheck(db: db, meter: meter).run(source.tables) } catch StoreError.invalid(let words) {
      throw StoreError.invalid("\(words); remove \(new), and convert again")
    }
    try db.run("DETACH DATABASE source")
    try meter.begin(.checking)
    if let problem = try Store.problems(db).first {
      throw StoreError.invalid("what came of it would not pass `rollcall verify`: \(problem)")
    }
    try target.finish()
  }

  private func refuseWithoutRoom(for source: ConversionSource) throws {
    let needed = UInt64(max(0, source.needed - DatabaseFile.length(of: new)))
    let folder = URL(fileURLWithPath: new).deletingLastPathComponent().path
    guard let room = DiskRoom.free(at: folder), room < options.leastFree || room - options.leastFree < needed
    else { return }
    throw StoreError.unavailable(
      "there is not enough free space for \(new): it may take \(needed >> 20) MiB")
  }
}
