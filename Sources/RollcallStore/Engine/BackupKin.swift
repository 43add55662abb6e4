import Foundation
import Rollcall
import SQL

/// What a database beside the new place of a backup has to do with it, as the audit's chains tell.
///
/// Numbers mean the same people only in files of one origin, and what a file knows is this backup's future only in one that
/// the backup became.
struct BackupKin {
  /// The workspaces in which the file is what the backup became.
  let became: Set<Workspace.ID>
  /// Those that began as the same, whichever way they went.
  let related: Set<Workspace.ID>

  /// Looks at a file; `nil` when there is none. Blocks.
  static func look<Found>(
    at file: String, _ backup: BackupCheck, for read: (Database) throws -> Found
  ) throws -> (kin: BackupKin, found: Found)? {
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    let queue = try DatabaseQueue(path: file, configuration: BackupCheck.lookingOn)
    let seen = try queue.inDatabase { db in
      try ConnectionSettings.refuseForeign(db)
      return (kin: try BackupKin(backup, db), found: try read(db))
    }
    try queue.close()
    return seen
  }

  /// What earlier restores left beside a database, the oldest first.
  static func kept(beside database: String) -> [String] {
    BackupPending.names(of: database, BackupPending.aside)
  }

  private init(_ backup: BackupCheck, _ db: Database) throws {
    func workspaces(where matches: (AuditEnds) throws -> Bool) rethrows -> Set<Workspace.ID> {
      try Set(backup.chains.filter(matches).map(\.workspace))
    }
    became = try workspaces { try $0.isIn(db, at: $0.head) }
    related = try workspaces { try $0.isIn(db, at: $0.origin) }
  }
}
