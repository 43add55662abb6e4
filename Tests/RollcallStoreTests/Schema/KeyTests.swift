import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("What belongs to a workspace is found by the workspace first")
struct KeyTests {
  /// Tables of the whole installation.
  private static let ofInstallation: Set = [
    "absence", "alive", "backup_sum", "console_session", "id_counter", "known_browser", "login_challenge",
    "member", "otp_number", "password_link", "recovery_code", "server_setting", "server_size", "two_factor",
    "workspace",
  ]

  /// Their key is the hash of a secret, whose holder names no workspace.
  private static let foundByHash: Set = ["offer_link", "screen_session"]

  /// What uploads write: rows of a time, not of a key.
  private static let ofUploads: Set = [
    "fresh", "idempotency", "queue", "sequence_range", "upload", "upload_chunk",
  ]

  @Test("The key of every table begins with the workspace, but for those listed")
  func workspaceFirst() throws {
    let fixture = try TestStore()
    let others = try fixture.texts(
      """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'
        AND NOT EXISTS
          (SELECT 1 FROM pragma_table_info(pragma_table_list.name) AS field
            WHERE field.name = 'workspace_id' AND field.pk = 1)
      """)
    let listed = [Self.ofInstallation, Self.foundByHash, Self.ofUploads]
    #expect(Set(others) == listed.reduce([]) { $0.union($1) })
  }

  @Test("Every id comes from the counter, but for those of uploads")
  func counted() throws {
    let fixture = try TestStore()
    let withID = try fixture.texts(
      """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
        AND EXISTS (SELECT 1 FROM pragma_table_info(pragma_table_list.name) AS field WHERE field.name = 'id')
      """)
    let others: Set = ["alive", "backup_sum", "queue"]
    #expect(Set(withID) == others.union(NumberedTable.allCases.map(\.rawValue)))
  }
}
