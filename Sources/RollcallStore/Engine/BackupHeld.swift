public import Rollcall
import SQL

/// A hold in the database from before a restore.
public struct HeldBefore: Equatable, Sendable {
  /// The workspace.
  public let workspace: Workspace.ID
  /// Its slug.
  public let slug: String
  /// The hold, with the number it has there.
  public let hold: Hold
  /// When the person was added or the incident was opened: in files of one origin, the same number with the
  /// same instant is the same one. `nil` when it is gone there.
  let subjectFrom: Timestamp?

  /// Identifies the same hold in another file, where its number may differ.
  struct Key: Hashable {
    let workspace: Workspace.ID
    let subject: Hold.Subject
    let madeAt: Timestamp
  }

  var key: Key { Key(workspace: workspace, subject: hold.subject, madeAt: hold.madeAt) }

  /// All holds of a file, also ended ones.
  static func all(_ db: Database) throws -> [HeldBefore] {
    try db.all(
      """
      SELECT hold.*, slug, coalesce(responder.created_at, incident.opened_at) AS subject_from FROM hold
      JOIN workspace ON workspace.id = hold.workspace_id
      LEFT JOIN responder ON responder.workspace_id = hold.workspace_id AND responder.id = hold.responder_id
      LEFT JOIN incident ON incident.workspace_id = hold.workspace_id AND incident.id = hold.incident_id
      ORDER BY hold.id
      """
    ) { row in
      HeldBefore(
        workspace: try row["workspace_id"], slug: try row["slug"], hold: try Hold(row: row),
        subjectFrom: try row["subject_from"])
    }
  }

  /// Whether another file has the person, not erased, or the incident.
  func isSubject(in db: Database) throws -> Bool {
    let found: Query =
      switch hold.subject {
      case .person(let person, _):
        "responder WHERE erased_at IS NULL AND created_at = \(subjectFrom) AND id = \(person)"
      case .incident(let incident): "incident WHERE opened_at = \(subjectFrom) AND id = \(incident)"
      }
    return try db.exists("SELECT 1 FROM \(found) AND workspace_id = \(workspace)")
  }
}

/// The holds made since a backup, as far as the databases beside its new place tell. Rows that a purge takes
/// because their hold is missing do not come back.
struct HeldSince {
  /// Holds of a file that is a later state of the backup.
  private(set) var holds: [HeldBefore] = []
  /// Holds only in a file of the same origin that is not a later state, as after an earlier restore.
  private(set) var elsewhere: [HeldBefore] = []
  /// Holds already decided: the backup or a newer file knows better.
  private var settled: Set<HeldBefore.Key>

  /// Reads the files. Blocks. An unreadable one is ignored.
  init(_ backup: BackupCheck, database: String, now: Timestamp) {
    settled = Set(backup.held.map(\.key))
    // The newest first: a hold carried over by a restore and released since is over.
    for file in [database] + BackupKin.kept(beside: database).reversed() {
      try? look(at: file, backup, now)
    }
    elsewhere = elsewhere.filter { !settled.contains($0.key) }
  }

  private mutating func look(at file: String, _ backup: BackupCheck, _ now: Timestamp) throws {
    guard let (kin, found) = try BackupKin.look(at: file, backup, for: HeldBefore.all) else { return }
    for held in found where kin.related.contains(held.workspace) && !settled.contains(held.key) {
      let isOver = !held.hold.isInForce(at: now)
      if isOver || kin.became.contains(held.workspace) {
        settled.insert(held.key)
        if !isOver { holds.append(held) }
      } else if !elsewhere.contains(held) {
        elsewhere.append(held)
      }
    }
  }
}

extension RetentionStore {
  /// Makes a hold of an earlier database again, with its start and reason. Blocks.
  ///
  /// - Returns: its number here.
  /// - Throws: `notFound` when the person or the incident is not in this database.
  public func carry(_ held: HeldBefore, by actor: Actor) throws(StoreError) -> Hold.ID {
    try write { transaction in
      let hold = held.hold
      guard try held.isSubject(in: transaction.db) else {
        throw StoreError.notFound("what hold \(hold.id.rawValue) keeps")
      }
      return try transaction.retention.addHold(
        NewHold(hold.subject, reason: hold.reason, until: hold.until), reason: hold.reason,
        by: actor, in: held.workspace,
        carried: (hold.madeAt, try transaction.retention.maker(of: hold) ?? actor.word))
    }
  }
}

extension RetentionWrites {
  /// The member who made a hold; `nil` when their number is unknown here, or may mean another person one day.
  fileprivate func maker(of hold: Hold) throws -> String? {
    let prefix = "member:"
    guard hold.madeBy.utf8.starts(with: prefix.utf8) else { return hold.madeBy }
    guard let id = Int64(String(decoding: hold.madeBy.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
    else { return nil }
    return try db.exists("SELECT 1 FROM member WHERE id = \(id)") ? hold.madeBy : nil
  }
}
