public import Rollcall
import SQL

/// Who looked at a person, by the audit.
enum StatementLooks {
  /// Looks and exports in a span, ascending: of the person alone, and of lists that could show them.
  static func find(
    at person: ResponderKey, in span: TimeSpan, _ db: Database
  ) throws -> [PersonStatement.Look] {
    try db.all(
      """
      SELECT number, at, actor, action, subject FROM audit
      WHERE workspace_id = \(person.workspace) AND at >= \(span.from) AND at < \(span.to)
        AND (action LIKE 'look.%' OR action LIKE 'export.%' OR action IN ('statement.make', 'statement.mail'))
      ORDER BY number
      """
    ) { row -> PersonStatement.Look? in
      guard let isList = isList(try row["subject"], of: person.id) else { return nil }
      return PersonStatement.Look(
        entry: try row["number"], at: try row["at"], by: try row["actor"], action: try row["action"],
        isList: isList)
    }.compactMap(\.self)
  }

  /// Whether a subject is a list that could show a person; `nil` = it cannot show them.
  ///
  /// For example `responder 5`, `everybody`, `?responder=5&from=2026-11-20`.
  static func isList(_ subject: String, of id: Responder.ID) -> Bool? {
    if subject.utf8.starts(with: "responder ".utf8) {
      return subject.utf8.elementsEqual("responder \(id.rawValue)".utf8) ? false : nil
    }
    guard subject.utf8.first == UInt8(ascii: "?") else { return true }
    let names = subject.utf8.dropFirst().split(separator: UInt8(ascii: "&"))
    let one = names.first { $0.starts(with: "responder=".utf8) }
    guard let one else { return true }
    return one.elementsEqual("responder=\(id.rawValue)".utf8) ? false : nil
  }
}

extension ReportStore {
  /// Who looked at a person in a span, ascending. Blocks.
  public func looks(
    at id: Responder.ID, in workspace: Workspace.ID, _ span: TimeSpan
  ) throws(StoreError) -> [PersonStatement.Look] {
    try read { try StatementLooks.find(at: ResponderKey(id, in: workspace), in: span, $0) }
  }

  /// The newest audit entry about a statement with this hash, 64 hexadecimal digits in lower case. Blocks.
  public func statementEntry(
    sha256: String, of workspace: Workspace.ID
  ) throws(StoreError) -> AuditEntry? {
    try read { db in
      try db.first(
        """
        SELECT * FROM audit WHERE workspace_id = \(workspace) AND action = 'statement.make'
          AND detail LIKE \("%sha256 \(sha256)") ORDER BY number DESC LIMIT 1
        """)
    }
  }
}
