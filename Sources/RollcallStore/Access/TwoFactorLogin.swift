import Foundation
public import Rollcall
import SQL

/// A login after a correct password that still waits for the code.
public struct LoginChallenge: Equatable, Sendable {
  /// The member.
  public var member: Member.ID
  /// Their address.
  public var email: String
  /// Whether codes of their app can be checked; `false` when the sealing key is missing.
  public var takesAppCodes: Bool
}

/// The result of a code at the second step of a login.
public enum LoginCodeOutcome: Sendable {
  /// The login has begun.
  case begun(LoginCookies)
  /// The code is wrong; the challenge continues.
  case wrong
  /// There is no such challenge any more: the login starts again with the password.
  case over
}

extension AccountStore {
  /// How long a code may be entered after the password, ms.
  static let challengeLifetime: Milliseconds = 5 * 60_000
  /// After this many wrong codes the login starts again with the password.
  static let challengeTries = 5

  /// The member who must enter a code; `nil` when the challenge is over. Blocks.
  public func loginChallenge(_ secret: String) throws(StoreError) -> LoginChallenge? {
    let now = store.lapsingTime
    return try read { db in try ChallengeRow.open(secret, at: now, db, store.sealingKey)?.challenge }
  }

  /// Completes a login with a code of the member's app, or with one of their recovery codes.
  public func giveLoginCode(
    _ code: String, challenge secret: String, from browser: LoginBrowser
  ) throws(StoreError) -> LoginCodeOutcome {
    try write { [sealingKey = store.sealingKey] transaction in
      guard let row = try ChallengeRow.open(secret, at: transaction.lapsingTime, transaction.db, sealingKey)
      else {
        return .over
      }
      let member = row.challenge.member
      guard try transaction.accounts.accepts(code, of: member, sealingKey) else {
        try transaction.db.run(
          "UPDATE login_challenge SET failures = failures + 1 WHERE token_hash = \(row.hash)")
        try transaction.audit(.nobody, "login.fail-code", everywhereOf: member)
        return row.failures + 1 < Self.challengeTries ? .wrong : .over
      }
      try transaction.db.run("DELETE FROM login_challenge WHERE token_hash = \(row.hash)")
      return .begun(try transaction.accounts.beginSession(of: member, from: browser))
    }
  }
}

private struct ChallengeRow {
  let hash: SecretHash
  let challenge: LoginChallenge
  let failures: Int

  static func open(
    _ secret: String, at now: Timestamp, _ db: Database, _ key: SealingKey
  ) throws -> ChallengeRow? {
    let hash = SecretHash(of: secret)
    return try db.first(
      """
      SELECT member_id, email, failures FROM login_challenge JOIN member ON member.id = member_id
      WHERE token_hash = \(hash) AND login_challenge.created_at > \(now.advanced(by: -AccountStore.challengeLifetime))
        AND failures < \(AccountStore.challengeTries)
      """
    ) { row in
      let member: Member.ID = try row["member_id"]
      return try ChallengeRow(
        hash: hash,
        challenge: LoginChallenge(
          member: member, email: row["email"],
          takesAppCodes: TwoFactorRow.of(member, db, key)?.secret != nil),
        failures: row["failures"])
    }
  }
}

extension AccountWrites {
  /// Begins the second step for a member after a correct password.
  func challenge(_ member: Member.ID) throws -> Secret {
    let secret = Secret.random()
    let oldest = transaction.lapsingTime.advanced(by: -AccountStore.challengeLifetime)
    try db.run("DELETE FROM login_challenge WHERE created_at <= \(oldest)")
    try db.run(
      "INSERT INTO login_challenge (token_hash, member_id, created_at) VALUES (\(secret.hash), \(member), \(now))"
    )
    return secret
  }

  /// Whether the code is valid; if so, it is used up.
  func accepts(_ code: String, of member: Member.ID, _ key: SealingKey) throws -> Bool {
    guard let row = try TwoFactorRow.of(member, db, key), row.confirmedAt != nil else { return false }
    if let step = row.accepted(code, at: now) {
      try db.run("UPDATE two_factor SET last_step = \(step) WHERE member_id = \(member)")
      return true
    }
    guard let recovery = RecoveryCode(typed: code) else { return false }
    let used = try db.run(
      """
      UPDATE recovery_code SET used_at = \(now)
      WHERE member_id = \(member) AND code_hash = \(SecretHash(of: recovery.text)) AND used_at IS NULL
      """)
    guard used > 0 else { return false }
    try transaction.audit(.member(member), "two-factor.recovery", everywhereOf: member)
    return true
  }
}
