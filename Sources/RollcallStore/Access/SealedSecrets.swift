import Foundation
import Rollcall
import SQL

/// How the second factors of a database stand to the key beside it.
public struct SealedSecrets: Equatable, Sendable {
  /// How many are on.
  public let count: Int
  /// The addresses of those that cannot be checked: sealed with a key that is not there.
  public let closed: [String]

  /// Looks, whoever has the database open; changes nothing. Blocks.
  ///
  /// - Throws: `unavailable` when the file cannot be read.
  public static func look(beside database: String) throws(StoreError) -> SealedSecrets {
    do {
      let key = SealingKey(beside: database)
      return try BackupCheck.look(at: database) { db in try SealedSecrets(db, key) }
    } catch { throw StoreError(error) }
  }

  /// Where the key of a database lies.
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
