import Foundation
public import Rollcall
import SQL

/// A backup that has taken the place of a database.
public struct BackupRestore: Equatable, Sendable {
  /// Its last alive mark; later changes are missing. `nil` when no server ever served it.
  public let asOf: Timestamp?
  /// The path of the earlier database; `nil` when there was none.
  public private(set) var kept: String?
  /// People erased since it was made, according to a database that is a later state of it.
  public let erasedSince: [ErasedPerson]
  /// People erased in a database of the same origin that is not a later state of it, and who are here
  /// unerased.
  public private(set) var erasedElsewhere: [ErasedPerson]
  /// Holds made since and in force, according to a database that is a later state of it.
  public let heldSince: [HeldBefore]
  /// Holds in a database of the same origin that is not a later state of it, on data that is here.
  public private(set) var heldElsewhere: [HeldBefore]
  /// Whether the lists of later erasures and holds are complete.
  public let knowsErased: Bool

  /// Bytes of `20261121T213000Z`.
  static let stampLength = 16

  private init(asOf: Timestamp?, _ erased: ErasedSince, _ held: HeldSince) {
    self.asOf = asOf
    erasedSince = erased.people.sorted { $0.responder.rawValue < $1.responder.rawValue }
    erasedElsewhere = erased.elsewhere.sorted { $0.responder.rawValue < $1.responder.rawValue }
    heldSince = held.holds
    heldElsewhere = held.elsewhere
    knowsErased = erased.isComplete
  }

  /// Checks a backup and puts it in the place of a database, which is kept aside. Blocks.
  ///
  /// - Parameters:
  ///   - sha256: the SHA-256 that the file must have, in hexadecimal digits; `nil` = any.
  ///   - machine: the machine's clocks, judged by the backup's last alive mark; `nil` = the time is believed.
  ///   - prepare: changes the copy before it takes the place; gets the people erased and the holds made
  ///     since.
  /// - Throws: `unavailable` while a server or a command has the database open; `notFound`; `invalid` when
  ///   the file is damaged, no backup of ours, or not the one that is meant. Nothing is changed then.
  public static func run(
    _ file: String, to database: String, sha256: String? = nil, now: Timestamp = .wallClock,
    machine: MachineClocks? = nil,
    prepare: (Store, BackupRestore) throws -> Void = { _, _ in }
  ) throws(StoreError) -> BackupRestore {
    do {
      let database = try DatabasePath.resolved(database)
      let inUse = StoreError.unavailable("\(database) is in use: stop the server first")
      guard let lock = try FileLock(beside: database) else { throw inUse }
      defer { lock.release() }
      try DatabasePath.refuseSecondName(of: database)
      guard try lock.takeFile(database) else { throw inUse }
      return try replace(database, with: file, sha256, now, machine, prepare)
    } catch { throw StoreError(error) }
  }

  private static func replace(
    _ database: String, with file: String, _ sha256: String?, _ now: Timestamp, _ machine: MachineClocks?,
    _ prepare: (Store, BackupRestore) throws -> Void
  ) throws -> BackupRestore {
    try BackupPending.finish(database)
    let copy = try BackupFile(database + restoring, asOwnerOf: database)
    do {
      let found = try take(file, into: copy, database, sha256)
      var restored = BackupRestore(
        asOf: found.asOf, ErasedSince(found, database: database),
        HeldSince(found, database: database, now: now))
      try open(copy, machine) { store in
        let (erased, held) = (restored.erasedElsewhere, restored.heldElsewhere)
        restored.erasedElsewhere = try store.read { db in try erased.filter { try $0.isWhole(in: db) } }
        restored.heldElsewhere = try store.read { db in try held.filter { try $0.isSubject(in: db) } }
        try prepare(store, restored)
      }
      try copy.sync()
      let stamp = stamp(of: now)
      guard !FileManager.default.fileExists(atPath: database + BackupPending.aside + stamp) else {
        throw StoreError.unavailable("something was restored this very second; try again")
      }
      try copy.publish(as: database + BackupPending.infix + stamp, replacing: false)
      restored.kept = try BackupPending.finish(database)
      return restored
    } catch {
      copy.discard()
      throw error
    }
  }

  /// Removes the leftovers of a killed restore: a whole copy of a database, which no erasure reaches. The
  /// caller holds the lock of the database.
  static func clear(_ database: String) {
    for suffix in [""] + BackupFile.besides { unlink(database + restoring + suffix) }
  }

  private static let restoring = ".restoring"

  /// Opens a copy to change it before it takes the place.
  private static func open(
    _ copy: BackupFile, _ machine: MachineClocks?, _ body: (Store) throws -> Void
  ) throws {
    var options = Store.Options(readers: 1)
    options.locksFile = false
    options.machine = machine
    let store = try Store(path: copy.path, options: options)
    do { try body(store) } catch {
      store.close()
      throw error
    }
    store.close()
    try copy.tidy()
  }

  /// Copies the backup beside the database and checks the copy, so that the bytes checked are the bytes used.
  private static func take(
    _ file: String, into copy: BackupFile, _ database: String, _ sha256: String?
  ) throws -> BackupCheck {
    guard !Backup.isSame(file, database) else { throw StoreError.invalid("\(file) is the database itself") }
    var about = stat()
    guard stat(file, &about) == 0 else { throw StoreError.notFound(file) }
    var log = stat()
    guard stat(file + "-wal", &log) != 0 || log.st_size == 0 else {
      throw StoreError.invalid(
        "\(file) has a log beside it: it is a database, not a backup; make one of it with `rollcall backup`")
    }
    let source = Foundation.open(file, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw BackupFile.failure("cannot open \(file)") }
    defer { close(source) }
    let found = try copy.fill(from: source)
    if let sha256, sha256.lowercased() != found.sha256 {
      throw StoreError.invalid("\(file) is not the file that is meant: its SHA-256 is \(found.sha256)")
    }
    do { return try BackupCheck.of(copy.path) } catch {
      guard case .invalid(let words) = error else { throw error }
      throw StoreError.invalid("\(file): \(words)")
    }
  }

  /// `20261121T213000Z`.
  private static func stamp(of now: Timestamp) -> String {
    let digits = now.rfc3339.utf8.prefix(19).filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
    return String(decoding: digits, as: UTF8.self) + "Z"
  }
}

extension Store {
  /// Whether there is a database, or one that waits to take its place.
  public static func exists(at path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) || BackupPending.name(of: path) != nil
  }

  /// Writes into each workspace's audit that a backup was put in the place of the database. Blocks.
  public func noteRestore(asOf: Timestamp?, actor: Actor) throws(StoreError) {
    try write { transaction in
      let detail = asOf.map { "as of \($0.rfc3339)" } ?? ""
      for id in try transaction.db.all("SELECT id FROM workspace ORDER BY id", as: Workspace.ID.self) {
        try transaction.audit(
          actor, "database.restore", subject: "database", detail: detail, in: id)
      }
    }
  }
}
