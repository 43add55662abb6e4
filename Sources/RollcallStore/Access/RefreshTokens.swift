import Crypto
import Foundation
import Rollcall
import SQL

/// The tokens of a phone's session.
public struct PhoneTokens: Equatable, Sendable {
  /// The access token.
  public let access: String
  /// The refresh token, valid for one use.
  public let refresh: String
  /// How long the access token is valid, milliseconds.
  public let expiresIn: Int64
}

/// A refresh token: `rcf_`, the family of its login, a dot, and a part of its own.
struct RefreshToken: Equatable, Sendable {
  /// The whole of it.
  let text: String
  /// The part that all tokens of the login share.
  private let family: String

  private static let prefix = "rcf_"

  /// The first of a login.
  static func first() -> RefreshToken {
    let family = Secret.random(prefix: prefix).text
    return RefreshToken(text: family + "." + Secret.random().text, family: family)
  }

  /// Parses what a phone sent; `nil` when it is malformed.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.starts(with: Self.prefix.utf8), text.utf8.count <= 200, parts.count == 2,
      let family = String(parts[0])
    else { return nil }
    self.init(text: text, family: family)
  }

  private init(text: String, family: String) { (self.text, self.family) = (text, family) }

  var hash: SecretHash { SecretHash(of: text) }

  var familyHash: SecretHash { SecretHash(of: family) }

  /// The pair that succeeds it. Only the salt is stored: the same pair can be derived again for the holder of
  /// this token and for no one else, because neither the file nor the token alone is enough.
  func successors(salt: [UInt8]) -> (access: Secret, refresh: RefreshToken) {
    func derived(_ what: String) -> [UInt8] {
      Array(
        HMAC<SHA256>.authenticationCode(for: Data("\(what) \(text)".utf8), using: SymmetricKey(data: salt)))
    }
    let next = family + "." + BaseEncoding.base64url.text(of: derived("refresh"))
    return (
      Secret(text: Secret.accessPrefix + BaseEncoding.base64url.text(of: derived("access"))),
      RefreshToken(text: next, family: family)
    )
  }

  /// 32 unpredictable bytes.
  static func salt() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

/// How a refresh ends.
public enum RefreshOutcome: Equatable, Sendable {
  /// A new pair was issued.
  case issued(PhoneTokens)
  /// There is no such token.
  case unknown
  /// It expired unused.
  case expired
  /// The login has ended, perhaps just now.
  case revoked
}

extension PhoneStore {
  /// Exchanges a refresh token for a new pair. Counts as a contact if there is a session.
  ///
  /// - Parameter device: the requesting device.
  public func refresh(
    _ token: String, device: String, done: @escaping @Sendable (Result<RefreshOutcome, StoreError>) -> Void
  ) {
    guard let token = RefreshToken(token) else { return done(.success(.unknown)) }
    write(rows: 3, tellsChanges: true) { [sessions = store.sessions] transaction in
      try transaction.phones.refresh(token, device: device, sessions: sessions)
    } done: {
      done($0)
    }
  }
}

/// A session with its refresh chain.
private struct RefreshRow: FetchableRecord {
  let session: PhoneSession
  /// When the newest refresh token expires.
  let expiresAt: Timestamp
  /// The newest refresh token, and the previous one.
  let newest: SecretHash
  let used: SecretHash?
  let usedAt: Timestamp?
  let salt: [UInt8]?
  /// The access token, and the previous one.
  let access: SecretHash
  let accessBefore: SecretHash?

  init(row: Row) throws {
    session = try PhoneSession(row: row)
    expiresAt = try row["expires_at"]
    newest = try row["newest_hash"]
    used = try row["used_hash"]
    usedAt = try row["used_at"]
    salt = try row["salt"]
    access = try row["token_hash"]
    accessBefore = try row["used_access_hash"]
  }
}

extension PhoneWrites {
  /// Saves the first refresh token of a login.
  func begin(_ token: RefreshToken, of session: PhoneSession) throws {
    try db.run(
      """
      INSERT INTO phone_refresh (workspace_id, session_id, access_until, family_hash, token_hash)
      VALUES (\(session.workspace), \(session.id), \(session.expiresAt), \(token.familyHash), \(token.hash))
      """)
  }

  fileprivate func refresh(
    _ token: RefreshToken, device: String, sessions: SessionDirectory
  ) throws -> RefreshOutcome {
    let found = try db.first(
      """
      SELECT phone_session.*, phone_refresh.access_until, phone_refresh.token_hash AS newest_hash, used_hash,
        used_at, salt, used_access_hash
      FROM phone_refresh JOIN phone_session ON phone_session.workspace_id = phone_refresh.workspace_id
        AND phone_session.id = phone_refresh.session_id
      WHERE family_hash = \(token.familyHash)
      """, as: RefreshRow.self)
    guard let row = found else { return .unknown }
    let session = row.session
    guard session.revokedAt == nil else { return .revoked }
    transaction.noteChange(of: session.responder)
    var chain = RefreshChain(expiresAt: row.expiresAt, usedAt: row.usedAt)
    let which: RefreshChain.Shown =
      token.hash == row.newest ? .newest : token.hash == row.used ? .beforeNewest : .other
    // The old access token is no longer accepted, so any contact since then used the new one.
    let heardAt = try transaction.liveness.state(of: session.responder, in: session.workspace).live
      .lastContact
    let isNewestUsed = chain.usedAt.map { usedAt in heardAt.map { $0 > usedAt } ?? false } ?? false
    switch chain.show(
      which, isSameDevice: device == session.deviceID, isNewestUsed: isNewestUsed, at: transaction.lapsingTime
    )
    {
    case .rotate: return .issued(try rotate(token, of: session, row, until: chain.expiresAt, sessions))
    case .sendAgain:
      guard let salt = row.salt else { return .unknown }
      try transaction.liveness.contact(session)
      try db.run(
        """
        UPDATE phone_refresh SET used_at = \(chain.usedAt)
        WHERE workspace_id = \(session.workspace) AND session_id = \(session.id)
        """)
      return .issued(tokens(after: token, salt: salt, until: session.expiresAt))
    case .revoke:
      try revokeSessions(of: session.responder, in: session.workspace, sessions: sessions)
      try transaction.audit(
        .phone(session.responder), "token.reuse",
        subject: "responder \(session.responder.rawValue)", in: session.workspace)
      return .revoked
    case .expired: return .expired
    }
  }

  private func rotate(
    _ token: RefreshToken, of session: PhoneSession, _ row: RefreshRow, until end: Timestamp,
    _ sessions: SessionDirectory
  ) throws -> PhoneTokens {
    let salt = RefreshToken.salt()
    let next = token.successors(salt: salt)
    let accessUntil = now.advanced(by: RefreshChain.accessLifetime)
    try db.run(
      """
      UPDATE phone_session SET token_hash = \(next.access.hash), expires_at = \(end)
      WHERE workspace_id = \(session.workspace) AND id = \(session.id)
      """)
    try db.run(
      """
      UPDATE phone_refresh SET access_until = \(accessUntil), token_hash = \(next.refresh.hash),
        used_hash = \(token.hash), used_at = \(now), salt = \(salt), used_access_hash = \(row.access)
      WHERE workspace_id = \(session.workspace) AND session_id = \(session.id)
      """)
    try transaction.liveness.contact(session)
    var renewed = session
    renewed.expiresAt = accessUntil
    let instant = now
    afterCommit { [renewed] in
      sessions.renewed(
        renewed, token: next.access.hash, after: row.access, forget: row.accessBefore, at: instant)
    }
    return tokens(after: token, salt: salt, until: accessUntil)
  }

  private func tokens(after token: RefreshToken, salt: [UInt8], until end: Timestamp) -> PhoneTokens {
    let next = token.successors(salt: salt)
    return PhoneTokens(
      access: next.access.text, refresh: next.refresh.text, expiresIn: max(0, end.since(now)))
  }
}
