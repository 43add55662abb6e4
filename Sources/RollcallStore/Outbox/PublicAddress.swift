import SQL
import Synchronization

/// The address under which browsers and phones reach this server, without a slash at its end. In memory, because
/// whoever makes a link asks for it.
public final class PublicAddress: Sendable {
  /// As it was set at the start; `nil` = an owner of the installation may set it.
  public let configured: String?
  private let stored = Mutex<String?>(nil)

  init(configured: String?) { self.configured = configured }

  /// The one that links begin with; `nil` = none is known.
  public var current: String? { configured ?? stored.withLock { $0 } }

  /// Takes the address that an owner has set.
  func keep(_ address: String?) { stored.withLock { $0 = address } }

  /// The address that an owner has set.
  static func read(_ db: Database) throws -> String? {
    try db.first("SELECT value FROM server_setting WHERE name = 'public_url'", as: String.self)
  }

  /// What an owner has set in a database, even while a server has it open. Blocks.
  ///
  /// - Throws: `unavailable` when the file cannot be read.
  public static func look(at database: String) throws(StoreError) -> String? {
    do { return try BackupCheck.look(at: database) { try read($0) } } catch { throw StoreError(error) }
  }
}
