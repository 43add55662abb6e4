import Rollcall
package import SQL

/// The result of searching for a file.
public enum ExportMatch: Equatable, Sendable {
  /// It equals a downloaded file, byte for byte; the newest download first.
  case same([ExportFound])
  /// It differs, but has at least this many first bytes in common with a downloaded file.
  case beginsLike(ExportFound, bytes: Int64)
  /// No downloaded file is like it.
  case unknown
}

/// A downloaded file and its workspace.
public struct ExportFound: Equatable, Sendable {
  /// The workspace's name in URLs.
  public let slug: String
  /// The file.
  public let file: ExportFile
  /// Whether an equal file is proven by it: it is recorded as complete, and the audit agrees.
  public var isProof: Bool { file.isAudited && file.isComplete }
}

extension ReportStore {
  /// Finds a file among all downloaded ones. Blocks.
  ///
  /// An altered file of less than 256 bytes cannot be recognised: so little proves nothing.
  public func exportMatch(of fingerprint: FileFingerprint) throws(StoreError) -> ExportMatch {
    try read { db in
      let same: [ExportFound] = try db.all(
        """
        \(ExportFound.query) WHERE sha256 = \(fingerprint.sha256) AND bytes = \(fingerprint.bytes)
        ORDER BY audit.at DESC, audit.number DESC LIMIT 100
        """)
      if !same.isEmpty { return .same(same) }
      return try Self.likest(fingerprint, db)
    }
  }

  /// The one with the longest common beginning; of several, the newest.
  private static func likest(_ fingerprint: FileFingerprint, _ db: Database) throws -> ExportMatch {
    var best: (number: Int64, workspace: Workspace.ID, bytes: Int64)?
    try db.each(
      "SELECT workspace_id, number, bytes, sha256, step, beginnings FROM export_file ORDER BY number DESC"
    ) { row in
      let common = fingerprint.common(with: try FileFingerprint(row: row))
      if common > best?.bytes ?? 0 { best = (try row["number"], try row["workspace_id"], common) }
    }
    guard let best,
      let found: ExportFound = try db.first(
        """
        \(ExportFound.query)
        WHERE export_file.workspace_id = \(best.workspace) AND export_file.number = \(best.number)
        """)
    else { return .unknown }
    return .beginsLike(found, bytes: best.bytes)
  }
}

extension ExportFound: FetchableRecord {
  fileprivate static let query: Query = """
    SELECT audit.*, row_count, bytes, sha256, complete, step, beginnings, workspace.slug AS slug FROM export_file
    JOIN audit ON audit.workspace_id = export_file.workspace_id AND audit.number = export_file.number
    JOIN workspace ON workspace.id = export_file.workspace_id
    """

  /// From a row of its query.
  package init(row: Row) throws { self.init(slug: try row["slug"], file: try ExportFile(row: row)) }
}
