import Foundation
import Rollcall
import SQL

/// How a database beside the new place of a backup is related to it, according to the audit chains.
///
/// Numbers mean the same people only in files of one origin. A file knows the backup's future only if it is a
/// later state of the backup.
struct BackupKin {
  /// The workspaces in which the file is a later state of the backup.
  let became: Set<Workspace.ID>
  /// The workspaces of the same origin, whether or not the file is a later state.
  let related: Set<Workspace.ID>

  /// Reads a file; `nil` when there is none. Blocks.
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

  /// The databases that earlier restores left beside this one, the oldest first.
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
