import GRDB

/// The tables of a phone's file.
enum DeviceSchema {
  /// "RCDK": marks our files among all SQLite databases.
  private static let applicationID: Int32 = 0x5243_444B
  private static let version = 1

  /// Creates the tables of a new file, or checks that an existing file is ours.
  static func prepare(_ db: Database) throws {
    let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    if id == applicationID, found == version { return }
    guard id == 0, tables == 0 else {
      throw DeviceStoreError.foreign("application_id \(id), version \(found)")
    }
    try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    try db.execute(sql: tablesOfVersion1)
  }

  private static let tablesOfVersion1 = """
    -- One for each responder who has logged in on this phone. `last_sequence` never goes back.
    CREATE TABLE queue (
      owner INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      last_sequence INTEGER NOT NULL DEFAULT -1 CHECK (last_sequence >= -1),
      evicted INTEGER NOT NULL DEFAULT 0 CHECK (evicted >= 0),
      evicted_notices INTEGER NOT NULL DEFAULT 0 CHECK (evicted_notices >= 0),
      refused INTEGER NOT NULL DEFAULT 0 CHECK (refused >= 0),
      refused_notices INTEGER NOT NULL DEFAULT 0 CHECK (refused_notices >= 0)
    ) STRICT;
    -- Pings that wait. What is sent leaves when the server has named it.
    CREATE TABLE ping (
      owner INTEGER NOT NULL REFERENCES queue (owner),
      sequence INTEGER NOT NULL CHECK (sequence >= 0),
      recorded_at INTEGER,
      lat REAL NOT NULL, lng REAL NOT NULL,
      is_mock INTEGER NOT NULL CHECK (is_mock IN (0, 1, 2)),
      fix_age REAL, accuracy REAL, speed REAL, heading REAL, altitude REAL,
      source TEXT, battery REAL, signal TEXT, visit INTEGER,
      PRIMARY KEY (owner, sequence)
    ) STRICT, WITHOUT ROWID;
    -- Everything else that waits, in the order in which it happened.
    CREATE TABLE notice (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES queue (owner),
      kind TEXT NOT NULL, value TEXT NOT NULL,
      name TEXT NOT NULL, at INTEGER NOT NULL,
      target INTEGER, note TEXT
    ) STRICT;
    CREATE INDEX notice_by_owner ON notice (owner, id);
    -- What the server will never take, with its reason: the newest.
    CREATE TABLE set_aside (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL, at INTEGER NOT NULL,
      kind TEXT NOT NULL, reason TEXT NOT NULL, body BLOB NOT NULL
    ) STRICT;
    -- Small values that survive a restart: duty, configuration.
    CREATE TABLE kept (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    """
}
