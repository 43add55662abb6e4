import Foundation
public import Rollcall
import SQL
import Synchronization

/// Every phone session by the hash of its token: in memory, because each upload asks. The rows are the truth;
/// this copy follows each commit.
public final class SessionDirectory: Sendable {
  private let sessions = Mutex<[SecretHash: PhoneSession]>([:])
  private let searches = Atomic<UInt64>(0)
  /// Counts what made a token another session's or nobody's, or ended a session.
  public let changes = ChangeCount()

  /// How often a token was looked up.
  var lookups: UInt64 { searches.load(ordering: .relaxed) }

  /// The session a token belongs to, ended or not.
  public func find(token: String) -> PhoneSession? {
    let hash = SecretHash(of: token)
    searches.add(1, ordering: .relaxed)
    return sessions.withLock { $0[hash] }
  }

  /// How many sessions have not been ended.
  public var activeCount: Int {
    // One that was refreshed is known by two tokens.
    sessions.withLock { Set($0.values.lazy.filter { $0.revokedAt == nil }.map(\.id)).count }
  }

  func load(_ db: Database) throws {
    let rows = try db.all(PhoneSessions.withAccess, Self.entries).flatMap(\.self)
    sessions.withLock { $0 = Dictionary(rows, uniquingKeysWith: { first, _ in first }) }
  }

  /// A session by its token, and by the one before, of which a phone whose refresh was lost is told that it expired.
  private static func entries(_ row: Row) throws -> [(SecretHash, PhoneSession)] {
    let session = try PhoneSession(row: row)
    let newest = (try row["token_hash"] as SecretHash, session)
    guard let before = try row["used_access_hash"] as SecretHash?,
      let usedAt = try row["used_at"] as Timestamp?
    else { return [newest] }
    return [newest, (before, session.ended(at: usedAt))]
  }

  func began(_ session: PhoneSession, token: SecretHash) {
    sessions.withLock { $0[token] = session }
  }

  /// Forgets every session of somebody.
  func erased(_ responder: Responder.ID) {
    sessions.withLock { all in all = all.filter { $0.value.responder != responder } }
    changes.changed()
  }

  /// A session got a new token; the one before has expired, and the one before that is forgotten.
  func renewed(
    _ session: PhoneSession, token: SecretHash, after before: SecretHash, forget older: SecretHash?,
    at instant: Timestamp
  ) {
    sessions.withLock { all in
      if let older { all[older] = nil }
      all[before] = session.ended(at: instant)
      all[token] = session
    }
    changes.changed()
  }

  func ended(_ responder: Responder.ID, at instant: Timestamp, isSuperseded: Bool) {
    sessions.withLock { all in
      for (hash, session) in all where session.responder == responder && session.revokedAt == nil {
        all[hash]?.revokedAt = instant
        all[hash]?.isSuperseded = isSuperseded
      }
    }
    changes.changed()
  }
}

extension PhoneSession {
  /// The same with an access token that expired then.
  fileprivate func ended(at instant: Timestamp) -> PhoneSession {
    var session = self
    session.expiresAt = instant
    return session
  }
}
