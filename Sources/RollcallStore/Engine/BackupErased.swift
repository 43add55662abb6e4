public import Rollcall
import SQL

/// A person who was erased.
public struct ErasedPerson: Hashable, Sendable {
  /// The workspace.
  public let workspace: Workspace.ID
  /// Its slug.
  public let slug: String
  /// Their number.
  public let responder: Responder.ID
  /// When they were added: in files of one origin, the same number with the same instant is the same person.
  let createdAt: Timestamp

  /// All erased people of a file.
  static func all(_ db: Database) throws -> [ErasedPerson] {
    try db.all(
      """
      SELECT workspace_id, slug, responder.id, responder.created_at FROM responder
      JOIN workspace ON workspace.id = workspace_id WHERE erased_at IS NOT NULL ORDER BY responder.id
      """
    ) { row in
      ErasedPerson(
        workspace: try row["workspace_id"], slug: try row["slug"], responder: try row["id"],
        createdAt: try row["created_at"])
    }
  }

  /// Whether another file has them unerased.
  func isWhole(in db: Database) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM responder WHERE workspace_id = \(workspace) AND id = \(responder)
        AND created_at = \(createdAt) AND erased_at IS NULL
      """)
  }
}

/// The people erased since a backup was made, as far as the databases beside its new place tell: the one
/// being replaced, and those that earlier restores left.
struct ErasedSince {
  /// People erased in a file that is a later state of the backup.
  private(set) var people: Set<ErasedPerson> = []
  /// People erased only in a file of the same origin that is not a later state, as after an earlier restore.
  private(set) var elsewhere: Set<ErasedPerson> = []
  /// Whether the list is complete: the database being replaced is a later state of the backup, in every
  /// workspace.
  private(set) var isComplete = false

  /// Reads the files. Blocks. An unreadable one is ignored.
  init(_ backup: BackupCheck, database: String) {
    isComplete = (try? look(at: database, backup)) ?? false
    for file in BackupKin.kept(beside: database) { _ = try? look(at: file, backup) }
    elsewhere.subtract(people)
  }

  /// Adds the people erased in a file; returns whether it is a later state of the backup.
  private mutating func look(at file: String, _ backup: BackupCheck) throws -> Bool {
    guard let (kin, erased) = try BackupKin.look(at: file, backup, for: ErasedPerson.all) else {
      return false
    }
    let known = Set(backup.erased.map(\.responder))
    for person in erased where !known.contains(person.responder) {
      if kin.became.contains(person.workspace) {
        people.insert(person)
      } else if kin.related.contains(person.workspace) {
        elsewhere.insert(person)
      }
    }
    return kin.became.count == backup.chains.count
  }
}
