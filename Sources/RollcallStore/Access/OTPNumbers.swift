import Foundation
import GRDB
import Rollcall

/// Rows of `otp_number`.
extension WriteTransaction {
  /// The history of a number; an empty one when there is no row.
  func otp(of number: PhoneNumber) throws -> OTPNumber {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM otp_number WHERE number_hash = ?"),
      arguments: [Self.key(number)])
    guard let row else { return OTPNumber() }
    var code: OTPNumber.Code?
    if let hash = row["code_hash"] as Data?, let expiresAt = row.instant("code_expires_at") {
      code = OTPNumber.Code(
        hash: [UInt8](hash), deviceID: row["code_device"], expiresAt: expiresAt, checks: row["code_checks"])
    }
    return OTPNumber(
      sends: Self.instants(row["sends"]), failures: Self.instants(row["failures"]), code: code)
  }

  /// Keeps the history of a number, and lets go of numbers of which nothing counts any more.
  func save(_ otp: OTPNumber, of number: PhoneNumber) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO otp_number
          (number_hash, sends, failures, code_hash, code_device, code_expires_at, code_checks, changed_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      Self.key(number), Self.text(otp.sends), Self.text(otp.failures), otp.code.map { Data($0.hash) },
      otp.code?.deviceID, otp.code?.expiresAt.milliseconds, otp.code?.checks ?? 0, now.milliseconds,
    ])
    try db.cachedStatement(
      sql: """
        DELETE FROM otp_number WHERE number_hash IN
          (SELECT number_hash FROM otp_number WHERE changed_at <= ? ORDER BY changed_at LIMIT 20)
        """
    ).execute(arguments: [now.advanced(by: -OTPNumber.memory).milliseconds])
  }

  /// The active person with this number. The same number may be in several workspaces, as nobody sees across: the
  /// person who was there first has it, so that a workspace cannot take over the phones of another.
  func owner(of number: PhoneNumber) throws -> Responder? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM responder WHERE phone = ? AND active = 1 ORDER BY id LIMIT 1"),
      arguments: [number.text]
    ).map(Responders.responder)
  }

  private static func key(_ number: PhoneNumber) -> Data { OTPNumberKey.of(number.text) }

  private static func text(_ instants: [Timestamp]) -> String {
    "[" + instants.map { String($0.milliseconds) }.joined(separator: ",") + "]"
  }

  private static func instants(_ text: String) -> [Timestamp] {
    text.utf8.split(whereSeparator: { "[,]".utf8.contains($0) })
      .compactMap { String($0).flatMap { Int64($0) } }.map { Timestamp(milliseconds: $0) }
  }
}

/// What a number is called in `otp_number`.
enum OTPNumberKey {
  static func of(_ number: String) -> Data { Data(SecretHash(of: "otp:" + number).bytes) }

  /// The same within SQL, for whoever knows the person and not the number: `NULL` of `NULL`.
  static var function: DatabaseFunction {
    DatabaseFunction("otp_number_key", argumentCount: 1, pure: true) { values in
      values.first.flatMap { String.fromDatabaseValue($0) }.map(of)
    }
  }
}
