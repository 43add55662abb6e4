import Foundation
public import Rollcall
package import SQL

/// A file that was handed out, as it is noted.
public struct ExportNote: Sendable {
  /// Who took it.
  public var actor: Actor
  /// What it tells: `history`, `gaps` …
  public var kind: String
  /// Of whom and when, as the audit shows it.
  public var filter: String
  /// Rows without the header.
  public var rows: Int
  /// By what it is known again.
  public var print: FilePrint
  /// Whether all of it was taken; else rows and print are of what was.
  public var isComplete: Bool

  /// A note from its parts.
  public init(
    actor: Actor, kind: String, filter: String, rows: Int, print: FilePrint, isComplete: Bool = true
  ) {
    (self.actor, self.kind, self.filter) = (actor, kind, filter)
    (self.rows, self.print, self.isComplete) = (rows, print, isComplete)
  }
}

/// A file that was handed out, with the entry of the audit about it.
public struct ExportFile: Equatable, Sendable {
  /// Who, when, from where, and with which filter.
  public let entry: AuditEntry
  /// Rows without the header.
  public let rows: Int64
  /// By what it is known again.
  public let print: FilePrint
  /// Whether all of it was taken.
  public let isComplete: Bool

  /// What it tells: `history`, `gaps` …
  public var kind: String {
    String(decoding: entry.action.utf8.dropFirst("export.".utf8.count), as: UTF8.self)
  }
  /// Of whom and when.
  public var filter: String { entry.subject }
  /// Whether the audit's entry says the same of it: else somebody who can write into the database changed one of them.
  public var isAudited: Bool { entry.detail == Self.told(rows, print, isComplete: isComplete) }
  /// Whether it is a table, in which rows can be counted; tracks and copies of a person's data are none.
  public var isCSV: Bool { kind != "responder" && !kind.utf8.starts(with: "track.".utf8) }
}

extension ReportStore {
  /// Notes a file that was handed out: an entry of the audit with its filter, rows and hash, and its print. Does not
  /// wait.
  ///
  /// - Parameter begun: the note that it was about to be handed out, which this one replaces.
  public func noteExport(_ note: ExportNote, begun: Int64? = nil, in workspace: Workspace.ID) {
    write {
      try $0.reports.note(note, begun: begun, in: workspace)
    } done: { _ in
    }
  }

  /// The same, and waits until it is on disk. Blocks.
  public func finishExport(
    _ note: ExportNote, begun: Int64, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { try $0.reports.note(note, begun: begun, in: workspace) }
  }

  /// Files that were handed out of a workspace, the newest first. Blocks.
  ///
  /// - Parameters:
  ///   - sha256: only those with this hash, in hexadecimal digits of either case; empty for all.
  ///   - number: only those noted before this entry of the audit; `nil` from the newest on.
  public func exportFiles(
    of workspace: Workspace.ID, sha256: String = "", before number: Int64? = nil, limit: Int
  ) throws(StoreError) -> [ExportFile] {
    var filter: Query = """
      export_file.workspace_id = \(workspace) AND export_file.number < \(number ?? .max)
      """
    // What is no hash is the hash of nothing.
    if !sha256.utf8.isEmpty { filter += " AND sha256 = \(FilePrint.bytes(ofHash: sha256) ?? Data())" }
    return try read { [filter] db in
      try db.all(
        "\(ExportFile.query) WHERE \(filter) ORDER BY export_file.number DESC LIMIT \(max(0, limit))")
    }
  }
}

extension ReportWrites {
  /// Writes the note of a file: an entry of the audit, and its print.
  func note(_ note: ExportNote, begun: Int64?, in workspace: Workspace.ID) throws {
    try transaction.audit(
      note.actor, "export.\(note.kind)", subject: note.filter,
      detail: ExportFile.told(Int64(note.rows), note.print, isComplete: note.isComplete), in: workspace)
    try db.run(
      """
      INSERT INTO export_file (workspace_id, number, row_count, bytes, sha256, complete, step, beginnings)
      SELECT workspace_id, count, \(note.rows), \(note.print.bytes), \(note.print.sha256), \(note.isComplete),
        \(note.print.step), \(note.print.beginnings)
      FROM audit_head WHERE workspace_id = \(workspace)
      """)
    if let begun { try forgetExport(begun, in: workspace) }
  }
}

extension ExportFile {
  /// What the audit says of a file.
  fileprivate static func told(_ rows: Int64, _ print: FilePrint, isComplete: Bool) -> String {
    "\(rows) rows, sha256 \(print.hashText)\(isComplete ? "" : ", broken off")"
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
      entry: try AuditEntry(row: row), rows: try row["row_count"], print: try FilePrint(row: row),
      isComplete: try row["complete"])
  }
}

extension FilePrint: FetchableRecord {
  /// From a row of `export_file`.
  package init(row: Row) throws {
    self.init(
      bytes: try row["bytes"], sha256: try row["sha256"], step: try row["step"],
      beginnings: try row["beginnings"])
  }
}
