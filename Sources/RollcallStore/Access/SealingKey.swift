import Crypto
import Foundation
import Rollcall
import SQL
import Synchronization

/// The key that seals secrets which must be read again: `FILE-key` beside the database, readable by its owner
/// alone, created on first use.
///
/// No backup contains it, so a stolen backup does not reveal second factors. A database restored without the
/// key cannot open sealed secrets; recovery codes, which are hashes, still work.
final class SealingKey: Sendable {
  /// Bytes of the key.
  static let length = 32

  /// Where it lies.
  let path: String
  private let database: String
  private let key = Mutex<SymmetricKey?>(nil)

  init(beside database: String) {
    self.database = database
    path = Self.path(beside: database)
  }

  static func path(beside database: String) -> String { database + "-key" }

  /// Seals a secret for one purpose, e.g. `two-factor 7`; it cannot be opened for another.
  ///
  /// - Throws: `StoreError.unavailable` when the key can neither be read nor created.
  func seal(_ secret: [UInt8], for purpose: String) throws(StoreError) -> Data {
    let key = try made()
    guard
      let box = try? ChaChaPoly.seal(Data(secret), using: key, authenticating: Data(purpose.utf8))
    else { throw .unavailable("a secret cannot be sealed") }
    return box.combined
  }

  /// Opens a secret sealed for a purpose; `nil` without the key, or with a different one.
  func open(_ sealed: Data, for purpose: String) -> [UInt8]? {
    guard let key = found(), let box = try? ChaChaPoly.SealedBox(combined: sealed),
      let opened = try? ChaChaPoly.open(box, using: key, authenticating: Data(purpose.utf8))
    else { return nil }
    return Array(opened)
  }

  /// The key; read once, so that removing the file has no effect before the next start.
  private func found() -> SymmetricKey? {
    key.withLock { key in
      if key == nil { key = Self.read(path) }
      return key
    }
  }

  /// The key, created if needed. It is on disk before use, because sealed secrets must be readable after the
  /// next start.
  private func made() throws(StoreError) -> SymmetricKey {
    let known = found()
    if let known, FileManager.default.fileExists(atPath: path) { return known }
    let made = known ?? SymmetricKey(size: .bits256)
    let file = try BackupFile(path + ".partial", asOwnerOf: database)
    do throws(StoreError) {
      try file.append(made.withUnsafeBytes { Array($0) })
      try file.sync()
      // An existing file that is not our key must not be overwritten.
      try file.publish(as: path, replacing: false)
    } catch {
      file.discard()
      throw error
    }
    key.withLock { $0 = made }
    return made
  }

  private static func read(_ path: String) -> SymmetricKey? {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count == length else { return nil }
    return SymmetricKey(data: bytes)
  }
}

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
