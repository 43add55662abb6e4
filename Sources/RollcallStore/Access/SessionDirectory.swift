import Foundation
public import Rollcall
import SQL
import Synchronization

/// Every phone session by the hash of its token: in memory, because each upload looks one up. The rows are
/// the truth; this copy follows each commit.
public final class SessionDirectory: Sendable {
  private let sessions = Mutex<[SecretHash: PhoneSession]>([:])
  private let searches = Atomic<UInt64>(0)
  /// Counts tokens that changed their session, and sessions that ended.
  public let changes = ChangeCount()

  /// How often a token was looked up.
  var lookups: UInt64 { searches.load(ordering: .relaxed) }

  /// The session of a token, active or ended.
  public func find(token: String) -> PhoneSession? {
    let hash = SecretHash(of: token)
    searches.add(1, ordering: .relaxed)
    return sessions.withLock { $0[hash] }
  }

  /// How many sessions have not been ended.
  public var activeCount: Int {
    // A refreshed session is known by two tokens.
    sessions.withLock { Set($0.values.lazy.filter { $0.revokedAt == nil }.map(\.id)).count }
  }

  func load(_ db: Database) throws {
    let rows = try db.all(PhoneSessions.withAccess, Self.entries).flatMap(\.self)
    sessions.withLock { $0 = Dictionary(rows, uniquingKeysWith: { first, _ in first }) }
  }

  /// A session by its present token and by the previous one, so that a phone whose refresh was lost learns
  /// that its token expired.
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

  /// Removes all sessions of an erased responder.
  func erased(_ responder: Responder.ID) {
    sessions.withLock { all in all = all.filter { $0.value.responder != responder } }
    changes.changed()
  }

  /// Replaces a session's token. The previous one has expired, and the one before that is removed.
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
  /// The same session with an expired access token.
  fileprivate func ended(at instant: Timestamp) -> PhoneSession {
    var session = self
    session.expiresAt = instant
    return session
  }
}
