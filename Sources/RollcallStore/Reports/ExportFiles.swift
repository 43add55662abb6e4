import Foundation
public import Rollcall
package import SQL

/// A record of a downloaded file.
public struct ExportNote: Sendable {
  /// Who took it.
  public var actor: Actor
  /// Its kind: `history`, `gaps` …
  public var kind: String
  /// Its filter, as the audit shows it.
  public var filter: String
  /// Rows without the header.
  public var rows: Int
  /// The file's fingerprint.
  public var fingerprint: FileFingerprint
  /// Whether the download was complete; else rows and fingerprint cover the part that was taken.
  public var isComplete: Bool

  /// Creates a note.
  public init(
    actor: Actor, kind: String, filter: String, rows: Int, fingerprint: FileFingerprint,
    isComplete: Bool = true
  ) {
    (self.actor, self.kind, self.filter) = (actor, kind, filter)
    (self.rows, self.fingerprint, self.isComplete) = (rows, fingerprint, isComplete)
  }
}

/// A downloaded file, with its audit entry.
public struct ExportFile: Equatable, Sendable {
  /// Who, when, from where, and with which filter.
  public let entry: AuditEntry
  /// Rows without the header.
  public let rows: Int64
  /// The file's fingerprint.
  public let fingerprint: FileFingerprint
  /// Whether the download was complete.
  public let isComplete: Bool

  /// Its kind: `history`, `gaps` …
  public var kind: String {
    String(decoding: entry.action.utf8.dropFirst("export.".utf8.count), as: UTF8.self)
  }
  /// The filter.
  public var filter: String { entry.subject }
  /// Whether the audit entry agrees: otherwise, one of them was changed directly in the database.
  public var isAudited: Bool { entry.detail == Self.told(rows, fingerprint, isComplete: isComplete) }
  /// Whether it is a table with rows to count; tracks and copies of a person's data are not.
  public var isCSV: Bool {
    kind != "responder" && !kind.utf8.starts(with: "track.".utf8)
      && !kind.utf8.starts(with: "statement.".utf8)
  }
}

extension ReportStore {
  /// Records a downloaded file: an audit entry with its filter, rows and hash, and its fingerprint. Does not
  /// wait.
  ///
  /// - Parameter begun: the note that the download began, which this one replaces.
  public func recordExport(_ note: ExportNote, begun: Int64? = nil, in workspace: Workspace.ID) {
    write {
      try $0.reports.record(note, begun: begun, in: workspace)
    } done: { _ in
    }
  }

  /// The same, but waits until it is on disk. Blocks.
  public func finishExport(
    _ note: ExportNote, begun: Int64, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { try $0.reports.record(note, begun: begun, in: workspace) }
  }

  /// The downloaded files of a workspace, the newest first. Blocks.
  ///
  /// - Parameters:
  ///   - sha256: only those with this hash, in hexadecimal digits of either case; empty for all.
  ///   - first, last: only those recorded from the one on and before the other; `nil` for all.
  ///   - number: only those recorded before this audit entry; `nil` from the newest on.
  public func exportFiles(
    of workspace: Workspace.ID, sha256: String = "", from first: Timestamp? = nil,
    until last: Timestamp? = nil, before number: Int64? = nil, limit: Int
  ) throws(StoreError) -> [ExportFile] {
    var filter: Query = """
      export_file.workspace_id = \(workspace) AND export_file.number < \(number ?? .max)
      """
    // A text that is not a hash matches nothing.
    if !sha256.utf8.isEmpty { filter += " AND sha256 = \(FileFingerprint.bytes(ofHash: sha256) ?? Data())" }
    if let first { filter += " AND audit.at >= \(first)" }
    if let last { filter += " AND audit.at < \(last)" }
    return try read { [filter] db in
      try db.all(
        "\(ExportFile.query) WHERE \(filter) ORDER BY export_file.number DESC LIMIT \(max(0, limit))")
    }
  }
}

extension ReportWrites {
  /// Writes the record of a file: an audit entry, and its fingerprint.
  func record(_ note: ExportNote, begun: Int64?, in workspace: Workspace.ID) throws {
    try transaction.audit(
      note.actor, "export.\(note.kind)", subject: note.filter,
      detail: ExportFile.told(Int64(note.rows), note.fingerprint, isComplete: note.isComplete), in: workspace)
    try db.run(
      """
      INSERT INTO export_file (workspace_id, number, row_count, bytes, sha256, complete, step, beginnings)
      SELECT workspace_id, count, \(note.rows), \(note.fingerprint.bytes), \(note.fingerprint.sha256), \(note.isComplete),
        \(note.fingerprint.step), \(note.fingerprint.beginnings)
      FROM audit_head WHERE workspace_id = \(workspace)
      """)
    if let begun { try forgetExport(begun, in: workspace) }
  }
}

extension ExportFile {
  /// The audit's text about a file.
  fileprivate static func told(_ rows: Int64, _ fingerprint: FileFingerprint, isComplete: Bool) -> String {
    "\(rows) rows, sha256 \(fingerprint.hashText)\(isComplete ? "" : ", broken off")"
  }

  static let query: Query = """
    SELECT audit.*, row_count, bytes, sha256, complete, step, beginnings FROM export_file
    JOIN audit ON audit.workspace_id = export_file.workspace_id AND audit.number = export_file.number
    """
}

extension ExportFile: FetchableRecord {
  /// From a row of ``query``.
  package init(row: Row) throws {
    self.init(
      entry: try AuditEntry(row: row), rows: try row["row_count"], fingerprint: try FileFingerprint(row: row),
      isComplete: try row["complete"])
  }
}

extension FileFingerprint: FetchableRecord {
  /// From a row of `export_file`.
  package init(row: Row) throws {
    self.init(
      bytes: try row["bytes"], sha256: try row["sha256"], step: try row["step"],
      beginnings: try row["beginnings"])
  }
}

extension ReportStore {
  /// Records that a download is about to begin. Returns the id of the note, which stays until the outcome is
  /// known. Blocks until it is on disk.
  ///
  /// - Parameters:
  ///   - kind: `history`, `gaps` …
  ///   - filter: the filter, as the audit shows it.
  /// - Throws: `unavailable`; then nothing may be sent.
  public func beginExport(
    _ kind: String, filter: String, in scope: Scope
  ) throws(StoreError) -> Int64 {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { transaction in
      let begun: Int64 = try transaction.next(.exportBegun)
      try transaction.db.run(
        """
        INSERT INTO export_begun (workspace_id, id, at, actor, origin, kind, filter)
        VALUES (\(workspace), \(begun), \(transaction.now), \(actor.pseudonym),
          \(transaction.origin), \(kind), \(filter))
        """)
      return begun
    }
  }

  /// Removes the note because nothing was sent. Does not wait.
  public func forgetExport(_ begun: Int64, in workspace: Workspace.ID) {
    write {
      try $0.reports.forgetExport(begun, in: workspace)
    } done: { _ in
    }
  }
}

extension ReportWrites {
  /// Removes the note because the outcome is recorded.
  func forgetExport(_ begun: Int64, in workspace: Workspace.ID) throws {
    try db.run("DELETE FROM export_begun WHERE workspace_id = \(workspace) AND id = \(begun)")
  }

  /// Writes audit entries for downloads that were under way when the previous server process ended. How much
  /// of them was received is unknown.
  func recordExportsCutOff() throws {
    let all = try db.all("SELECT * FROM export_begun ORDER BY id") { row in
      (
        id: try row["id"] as Int64, workspace: try row["workspace_id"] as Workspace.ID,
        at: try row["at"] as Timestamp, actor: try row["actor"] as String,
        origin: try row["origin"] as String,
        kind: try row["kind"] as String, filter: try row["filter"] as String
      )
    }
    for begun in all {
      try transaction.appendAudit(
        of: begun.actor, from: begun.origin, "export.\(begun.kind)", subject: begun.filter,
        detail: "begun \(begun.at.rfc3339), ended with the server: how much of it was taken is not known",
        in: begun.workspace)
      try forgetExport(begun.id, in: begun.workspace)
    }
  }
}
