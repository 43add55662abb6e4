import Crypto
import Foundation
public import Rollcall
import SQL

/// A member's second factor.
public struct TwoFactor: Equatable, Sendable {
  /// The secret shared with their app; `nil` = its sealing key is missing, for example after a restore
  /// without it. Then only recovery codes and a reset help.
  public var secret: TOTPSecret?
  /// Since when it is required; `nil` during setup.
  public var confirmedAt: Timestamp?
  /// How many recovery codes are left.
  public var codesLeft: Int
}

extension AccountStore {
  /// A member's second factor; `nil` when they have none, not even in setup. Blocks.
  public func twoFactor(of member: Member.ID) throws(StoreError) -> TwoFactor? {
    try read { db in try TwoFactorRow.of(member, db, store.sealingKey)?.known(db) }
  }

  /// Begins the setup of a second factor with a new secret, replacing one that was never confirmed.
  ///
  /// - Throws: `conflict` when it is on.
  public func beginTwoFactor(of member: Member.ID) throws(StoreError) {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<TOTP.secretLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let sealed = try store.sealingKey.seal(bytes, for: TwoFactorRow.purpose(member))
    try write { transaction in
      guard try !transaction.accounts.hasTwoFactor(member) else {
        throw StoreError.conflict("the second factor is on")
      }
      try transaction.db.run("DELETE FROM two_factor WHERE member_id = \(member)")
      try transaction.db.run(
        "INSERT INTO two_factor (member_id, secret, begun_at) VALUES (\(member), \(sealed), \(transaction.now))"
      )
    }
  }

  /// Turns the second factor on when a code proves that the member's app has the secret. Their other logins
  /// end.
  ///
  /// - Parameter session: the login that stays.
  /// - Returns: the recovery codes, which are returned only here; `nil` for a wrong code.
  /// - Throws: `conflict` when there is no setup to confirm.
  public func confirmTwoFactor(
    of member: Member.ID, code: String, keeping session: ConsoleSession.ID
  ) throws(StoreError) -> [RecoveryCode]? {
    try write { [sealingKey = store.sealingKey] transaction in
      guard let row = try TwoFactorRow.of(member, transaction.db, sealingKey), row.confirmedAt == nil else {
        throw StoreError.conflict("no second factor is being set up")
      }
      guard let step = row.accepted(code, at: transaction.now) else { return nil }
      try transaction.db.run(
        """
        UPDATE two_factor SET confirmed_at = \(transaction.now), last_step = \(step) WHERE member_id = \(member)
        """)
      try transaction.accounts.endSessions(of: member, keeping: session)
      try transaction.audit(.member(member), "two-factor.on", everywhereOf: member)
      return try transaction.accounts.renewCodes(of: member)
    }
  }

  /// Creates ten new recovery codes and invalidates the earlier ones.
  ///
  /// - Parameter code: of the member's app, or one of their recovery codes; it is used up.
  /// - Returns: the new codes; `nil` for a wrong code.
  /// - Throws: `conflict` when the second factor is off.
  public func renewRecoveryCodes(of member: Member.ID, code: String) throws(StoreError) -> [RecoveryCode]? {
    try write { [sealingKey = store.sealingKey] transaction in
      guard try TwoFactorRow.of(member, transaction.db, sealingKey)?.confirmedAt != nil else {
        throw StoreError.conflict("the second factor is off")
      }
      guard try transaction.accounts.accepts(code, of: member, sealingKey) else { return nil }
      try transaction.audit(.member(member), "two-factor.codes", everywhereOf: member)
      return try transaction.accounts.renewCodes(of: member)
    }
  }

  /// Turns the second factor off, and deletes its secret and recovery codes. An unconfirmed setup needs no
  /// code.
  ///
  /// - Parameter code: of the member's app, or one of their recovery codes.
  /// - Returns: whether it is off; `false` for a wrong code.
  public func endTwoFactor(of member: Member.ID, code: String) throws(StoreError) -> Bool {
    try write { [sealingKey = store.sealingKey] transaction in
      guard let row = try TwoFactorRow.of(member, transaction.db, sealingKey) else { return true }
      let isOn = row.confirmedAt != nil
      guard try !isOn || transaction.accounts.accepts(code, of: member, sealingKey) else { return false }
      _ = try transaction.accounts.dropTwoFactor(of: member)
      if isOn { try transaction.audit(.member(member), "two-factor.off", everywhereOf: member) }
      return true
    }
  }

  /// Turns the second factor off for a member who lost phone and codes, on the operator's command. The member
  /// is logged out everywhere.
  ///
  /// - Throws: `notFound` when they are not a member of the workspace; `conflict` when they have no second
  ///   factor.
  public func resetTwoFactor(email: String, slug: String) throws(StoreError) {
    let email = email.lowercased()
    try write { transaction in
      let member = try transaction.accounts.member(email: email, slug: slug)
      guard try transaction.accounts.dropTwoFactor(of: member) else {
        throw StoreError.conflict("\(email) has no second factor")
      }
      try transaction.accounts.endSessions(of: member)
      try transaction.audit(.commandLine, "two-factor.reset", everywhereOf: member)
    }
  }
}

/// A row of `two_factor`.
struct TwoFactorRow {
  let member: Member.ID
  /// `nil` when its sealing key is missing.
  let secret: TOTPSecret?
  let confirmedAt: Timestamp?
  let lastStep: Int64

  /// The purpose for which its secret is sealed.
  static func purpose(_ member: Member.ID) -> String { "two-factor \(member.rawValue)" }

  static func of(_ member: Member.ID, _ db: Database, _ key: SealingKey) throws -> TwoFactorRow? {
    try db.first("SELECT * FROM two_factor WHERE member_id = \(member)") { row in
      try TwoFactorRow(
        member: member, secret: key.open(row["secret"], for: purpose(member)).flatMap { TOTPSecret($0) },
        confirmedAt: row["confirmed_at"], lastStep: row["last_step"])
    }
  }

  /// The step of a valid code that was not used yet.
  func accepted(_ code: String, at now: Timestamp) -> Int64? {
    secret.flatMap { secret in TOTP.accepted(code, at: now, after: lastStep) { Self.mac($0, secret) } }
  }

  /// HMAC-SHA-1, as RFC 6238 requires. The weakness of SHA-1 does not affect an HMAC.
  static func mac(_ message: [UInt8], _ secret: TOTPSecret) -> [UInt8] {
    Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret.bytes)))
  }

  fileprivate func known(_ db: Database) throws -> TwoFactor {
    let left = try db.first(
      "SELECT count(*) FROM recovery_code WHERE member_id = \(member) AND used_at IS NULL", as: Int.self)
    return TwoFactor(secret: secret, confirmedAt: confirmedAt, codesLeft: left ?? 0)
  }
}

extension AccountWrites {
  fileprivate func dropTwoFactor(of member: Member.ID) throws -> Bool {
    try db.run("DELETE FROM login_challenge WHERE member_id = \(member)")
    return try db.run("DELETE FROM two_factor WHERE member_id = \(member)") > 0
  }

  fileprivate func renewCodes(of member: Member.ID) throws -> [RecoveryCode] {
    var generator = SystemRandomNumberGenerator()
    let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode.random(using: &generator) }
    try db.run("DELETE FROM recovery_code WHERE member_id = \(member)")
    for code in codes {
      try db.run(
        "INSERT INTO recovery_code (member_id, code_hash) VALUES (\(member), \(SecretHash(of: code.text)))")
    }
    return codes
  }
}
