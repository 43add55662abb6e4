import Foundation
public import Rollcall
import SQL

/// A gazetteer in the making: a file beside the database, which is not read until it is adopted.
public final class AddressDraft {
  /// The file.
  public let path: String
  private let queue: DatabaseQueue
  private var addresses = 0
  private var streets: Int64 = 0
  private var last: (name: String, town: String, id: Int64)?
  private var isDone = false

  private static let schema: Query = """
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
    CREATE TABLE about (streets INTEGER NOT NULL, addresses INTEGER NOT NULL) STRICT;
    CREATE TABLE street (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, lat REAL NOT NULL, lng REAL NOT NULL,
      UNIQUE (name, town)
    ) STRICT;
    CREATE TABLE address (
      street_id INTEGER NOT NULL, number_key TEXT NOT NULL, number TEXT NOT NULL, lat REAL NOT NULL, lng REAL NOT NULL,
      PRIMARY KEY (street_id, number_key)
    ) STRICT, WITHOUT ROWID;
    CREATE VIRTUAL TABLE street_words USING fts5(
      words, content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
    """

  /// Begins a file.
  ///
  /// - Throws: `StoreError.unavailable` when it cannot be made.
  public init(_ path: String) throws(StoreError) {
    self.path = path
    do {
      queue = try DatabaseQueue(path: path)
      try queue.inDatabase { db in try db.execute(sql: Self.schema) }
    } catch { throw StoreError(error) }
  }

  deinit { discard() }

  /// Adds addresses. Of several with the same number in a street the last one counts. Blocks.
  ///
  /// - Throws: `StoreError.invalid` for too many.
  public func add(_ list: [NewAddress]) throws(StoreError) {
    guard addresses + list.count <= NewAddress.most else {
      throw .invalid("a gazetteer has at most \(NewAddress.most) addresses")
    }
    do {
      try queue.inDatabase { db in
        try db.beginTransaction()
        do {
          for address in list { try self.insert(address, db) }
          try db.commit()
        } catch {
          // The file is given up: what is in it does not matter any more.
          try? db.rollback()
          throw error
        }
      }
    } catch { throw StoreError(error) }
    addresses += list.count
  }

  private func insert(_ address: NewAddress, _ db: Database) throws {
    let street = try street(of: address, db)
    guard !address.number.isEmpty else { return }
    try db.run(
      """
      INSERT INTO address (street_id, number_key, number, lat, lng)
      VALUES (\(street), \(AddressQuery.number(address.number)), \(address.number),
        \(address.position.latitude), \(address.position.longitude))
      ON CONFLICT (street_id, number_key) DO UPDATE SET number = excluded.number, lat = excluded.lat, lng = excluded.lng
      """)
  }

  /// Completes the file and brings it to the disk. Blocks.
  public func finish() throws(StoreError) {
    do {
      try queue.inDatabase { db in
        let count = try db.first("SELECT count(*) FROM address", as: Int.self) ?? 0
        try db.run("INSERT INTO street_words (street_words) VALUES ('optimize')")
        // Last of all: a file without it is not complete.
        try db.run("INSERT INTO about (streets, addresses) VALUES (\(streets), \(count))")
      }
      try queue.close()
    } catch { throw StoreError(error) }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    guard file >= 0, fsync(file) == 0 else { throw .unavailable("\(path) was not written") }
    isDone = true
  }

  /// Removes the file, unless it was finished.
  public func discard() {
    guard !isDone else { return }
    isDone = true
    try? queue.close()
    unlink(path)
  }

  private func street(of address: NewAddress, _ db: Database) throws -> Int64 {
    if let last, last.name == address.name, last.town == address.town { return last.id }
    let known = try db.first(
      "SELECT id FROM street WHERE name = \(address.name) AND town = \(address.town)", as: Int64.self)
    let id = try known ?? add(street: address, db)
    last = (address.name, address.town, id)
    return id
  }

  private func add(street: NewAddress, _ db: Database) throws -> Int64 {
    streets += 1
    try db.run(
      """
      INSERT INTO street (id, name, town, lat, lng)
      VALUES (\(streets), \(street.name), \(street.town), \(street.position.latitude), \(street.position.longitude))
      """)
    try db.run(
      "INSERT INTO street_words (rowid, words) VALUES (\(streets), \(Folding.fold("\(street.name) \(street.town)")))"
    )
    return streets
  }
}
