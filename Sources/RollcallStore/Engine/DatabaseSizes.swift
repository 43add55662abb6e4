import Rollcall
import SQL

/// How large the database was on a day.
public struct DatabaseSize: Equatable, Sendable {
  /// Days since 1970, by UTC.
  public var day: Int64
  /// With what was not yet written into the file.
  public var bytes: Int64

  /// From its parts.
  public init(day: Int64, bytes: Int64) { (self.day, self.bytes) = (day, bytes) }
}

/// How much a database has grown.
public struct DatabaseGrowth: Equatable, Sendable {
  /// Since how many days, and by how much; negative = it shrank.
  public var days, bytes: Int64

  /// From its parts.
  public init(days: Int64, bytes: Int64) { (self.days, self.bytes) = (days, bytes) }

  /// The growth since so many days ago, or since the first known day when that is later; `nil` = no earlier day is
  /// known.
  static func over(_ days: Int64, of sizes: [DatabaseSize], to now: DatabaseSize) -> DatabaseGrowth? {
    let earlier = sizes.filter { $0.day < now.day }.sorted { $0.day < $1.day }
    guard let from = earlier.last(where: { $0.day <= now.day - days }) ?? earlier.first else { return nil }
    return DatabaseGrowth(days: now.day - from.day, bytes: now.bytes - from.bytes)
  }
}

/// The sizes that a database had, a day each: restarts forget nothing.
public struct DatabaseSizes: Sendable {
  let store: Store

  /// Those of a database.
  public init(_ store: Store) { self.store = store }

  /// How many days are kept.
  private static let sizesKept: Int64 = 400
  private static let day: Int64 = 86_400_000

  /// Notes how large the database is, once a day. Blocks.
  public func record(_ bytes: Int64) throws(StoreError) {
    let today = store.clock().milliseconds / Self.day
    guard try !store.read({ try $0.exists("SELECT 1 FROM server_size WHERE day = \(today)") }) else { return }
    try store.write { transaction in
      try transaction.db.run(
        "INSERT INTO server_size (day, bytes) VALUES (\(today), \(bytes)) ON CONFLICT (day) DO NOTHING")
      try transaction.db.run("DELETE FROM server_size WHERE day < \(today - Self.sizesKept)")
    }
  }

  /// How much the database, now of so many bytes, has grown since the day before and in 30 days, as far as it is known.
  /// Blocks.
  public func growth(to bytes: Int64) throws(StoreError) -> [DatabaseGrowth] {
    let now = DatabaseSize(day: store.clock().milliseconds / Self.day, bytes: bytes)
    let sizes = try store.read { db in
      try db.all("SELECT day, bytes FROM server_size") { row in
        DatabaseSize(day: try row["day"], bytes: try row["bytes"])
      }
    }
    let found = [1, 30].compactMap { DatabaseGrowth.over($0, of: sizes, to: now) }
    return found.first == found.last ? Array(found.prefix(1)) : found
  }
}
