import Foundation
import GRDB
import Rollcall

/// How a refresh ends.
public enum RefreshOutcome: Equatable, Sendable {
  /// The phone goes on.
  case issued(PhoneTokens)
  /// There is no such token.
  case unknown
  /// It was not used in time.
  case expired
  /// The login has ended, perhaps by this.
  case revoked
}

extension Store {
  /// Takes a refresh token for a new pair. A contact, when there is one.
  ///
  /// - Parameter device: that asks.
  public func refresh(
    _ token: String, device: String, done: @escaping @Sendable (Result<RefreshOutcome, StoreError>) -> Void
  ) {
    guard let token = RefreshToken(token) else { return done(.success(.unknown)) }
    write(rows: 3) { [sessions] transaction in
      try transaction.refresh(token, device: device, sessions: sessions)
    } done: {
      done($0)
    }
  }
}

extension WriteTransaction {
  /// Keeps the first refresh token of a login.
  func begin(_ token: RefreshToken, of session: PhoneSession) throws {
    try db.execute(
      sql: """
        INSERT INTO phone_refresh (session_id, workspace_id, access_until, family_hash, token_hash)
        VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        session.id.rawValue, session.workspace.rawValue, session.expiresAt.milliseconds,
        Data(token.familyHash.bytes), Data(token.hash.bytes),
      ])
  }

  fileprivate func refresh(
    _ token: RefreshToken, device: String, sessions: SessionDirectory
  ) throws -> RefreshOutcome {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT phone_session.*, phone_refresh.access_until, phone_refresh.token_hash AS newest_hash, used_hash,
          used_at, salt, used_access_hash
        FROM phone_refresh JOIN phone_session ON phone_session.id = phone_refresh.session_id
        WHERE family_hash = ?
        """, arguments: [Data(token.familyHash.bytes)])
    guard let row else { return .unknown }
    let session = PhoneSessions.session(row)
    guard session.revokedAt == nil else { return .revoked }
    let shown = Data(token.hash.bytes)
    var chain = RefreshChain(
      expiresAt: Timestamp(milliseconds: row["expires_at"]), usedAt: row.instant("used_at"))
    let which: RefreshChain.Shown =
      shown == row["newest_hash"] as Data
      ? .newest : shown == row["used_hash"] as Data? ? .beforeNewest : .other
    // Under the old access token nothing is taken any more: whatever came since then came under the new one.
    let heardAt = try state(of: session.responder).live.lastContact
    let isNewestUsed = chain.usedAt.map { usedAt in heardAt.map { $0 > usedAt } ?? false } ?? false
    switch chain.show(
      which, isSameDevice: device == session.deviceID, isNewestUsed: isNewestUsed, at: lapsingTime)
    {
    case .rotate: return .issued(try rotate(token, of: session, row, until: chain.expiresAt, sessions))
    case .sendAgain:
      guard let salt = row["salt"] as Data? else { return .unknown }
      try contact(session)
      try db.execute(
        sql: "UPDATE phone_refresh SET used_at = ? WHERE session_id = ?",
        arguments: [chain.usedAt?.milliseconds, session.id.rawValue])
      return .issued(tokens(after: token, salt: [UInt8](salt), until: session.expiresAt))
    case .revoke:
      try revokeSessions(of: session.responder, sessions: sessions)
      try audit(
        "responder:\(session.responder.rawValue)", "token.reuse",
        subject: "responder \(session.responder.rawValue)", in: session.workspace)
      return .revoked
    case .expired: return .expired
    }
  }

  private func rotate(
    _ token: RefreshToken, of session: PhoneSession, _ row: Row, until end: Timestamp,
    _ sessions: SessionDirectory
  ) throws -> PhoneTokens {
    let salt = RefreshToken.salt()
    let next = token.successors(salt: salt)
    let accessUntil = now.advanced(by: RefreshChain.accessLifetime)
    let oldAccess: Data = row["token_hash"]
    try db.execute(
      sql: "UPDATE phone_session SET token_hash = ?, expires_at = ? WHERE id = ?",
      arguments: [Data(next.access.hash.bytes), end.milliseconds, session.id.rawValue])
    try db.execute(
      sql: """
        UPDATE phone_refresh SET access_until = ?, token_hash = ?, used_hash = ?, used_at = ?, salt = ?,
          used_access_hash = ?
        WHERE session_id = ?
        """,
      arguments: [
        accessUntil.milliseconds, Data(next.refresh.hash.bytes), Data(token.hash.bytes), now.milliseconds,
        Data(salt), oldAccess, session.id.rawValue,
      ])
    try contact(session)
    var renewed = session
    renewed.expiresAt = accessUntil
    let older = (row["used_access_hash"] as Data?).map { SecretHash(stored: [UInt8]($0)) }
    let instant = now
    afterCommit { [renewed] in
      sessions.renewed(
        renewed, token: next.access.hash, after: SecretHash(stored: [UInt8](oldAccess)), forget: older,
        at: instant)
    }
    return tokens(after: token, salt: salt, until: accessUntil)
  }

  private func tokens(after token: RefreshToken, salt: [UInt8], until end: Timestamp) -> PhoneTokens {
    let next = token.successors(salt: salt)
    return PhoneTokens(
      access: next.access.text, refresh: next.refresh.text, expiresIn: max(0, end.since(now)))
  }
}
