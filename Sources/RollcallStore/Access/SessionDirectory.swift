import Foundation
import GRDB
public import Rollcall
import Synchronization

/// Every phone session by the hash of its token: in memory, because each upload asks. The rows are the truth;
/// this copy follows each commit.
public final class SessionDirectory: Sendable {
  private let sessions = Mutex<[SecretHash: PhoneSession]>([:])

  /// The session a token belongs to, ended or not.
  public func find(token: String) -> PhoneSession? {
    let hash = SecretHash(of: token)
    return sessions.withLock { $0[hash] }
  }

  /// How many sessions have not been ended.
  public var activeCount: Int { sessions.withLock { $0.values.count { $0.revokedAt == nil } } }

  func load(from pool: DatabasePool) throws {
    let rows = try pool.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM phone_session").map { row in
        (SecretHash(stored: [UInt8](row["token_hash"] as Data)), PhoneSessions.session(row))
      }
    }
    sessions.withLock { $0 = Dictionary(rows, uniquingKeysWith: { first, _ in first }) }
  }

  func began(_ session: PhoneSession, token: SecretHash) {
    sessions.withLock { $0[token] = session }
  }

  func ended(_ responder: Responder.ID, at instant: Timestamp) {
    sessions.withLock { all in
      for (hash, session) in all where session.responder == responder && session.revokedAt == nil {
        all[hash]?.revokedAt = instant
      }
    }
  }
}
