import Foundation
import Rollcall
import SQL

/// Whether the second factors of a database can be checked with the key beside it.
public struct SealedSecrets: Equatable, Sendable {
  /// How many are on.
  public let count: Int
  /// The addresses of members whose second factor cannot be checked, because its key is missing.
  public let closed: [String]

  /// Checks a database without changing it, even while a server has it open. Blocks.
  ///
  /// - Throws: `unavailable` when the file cannot be read.
  public static func look(beside database: String) throws(StoreError) -> SealedSecrets {
    do {
      let key = SealingKey(beside: database)
      return try BackupCheck.look(at: database) { db in try SealedSecrets(db, key) }
    } catch { throw StoreError(error) }
  }

  /// The path of a database's key.
  public static func keyPath(beside database: String) -> String { SealingKey.path(beside: database) }

  private init(_ db: Database, _ key: SealingKey) throws {
    let found = try db.all(
      """
      SELECT member_id, secret, email FROM two_factor JOIN member ON member.id = member_id
      WHERE confirmed_at IS NOT NULL ORDER BY email
      """
    ) { row in
      let opened = key.open(try row["secret"], for: TwoFactorRow.purpose(try row["member_id"]))
      return (email: try row["email"] as String, isClosed: opened == nil)
    }
    count = found.count
    closed = found.filter(\.isClosed).map(\.email)
  }
}
