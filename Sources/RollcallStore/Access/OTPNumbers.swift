import Foundation
import GRDB
import Rollcall

/// Rows of `otp_number`.
extension WriteTransaction {
  /// The history of a number; an empty one when there is no row.
  func otp(of number: PhoneNumber) throws -> OTPNumber {
    let data = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT history FROM otp_number WHERE number_hash = ?"),
      arguments: [OTPNumberKey.of(number.text)])
    return try data.map { try JSONDecoder().decode(OTPRecord.self, from: $0).number } ?? OTPNumber()
  }

  /// Keeps the history of a number, and lets go of numbers of which nothing counts any more.
  func save(_ otp: OTPNumber, of number: PhoneNumber) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let history = try encoder.encode(OTPRecord(otp))
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO otp_number (number_hash, history, changed_at) VALUES (?, ?, ?)"
    ).execute(arguments: [
      OTPNumberKey.of(number.text), String(decoding: history, as: UTF8.self), now.milliseconds,
    ])
    try db.cachedStatement(
      sql: """
        DELETE FROM otp_number WHERE number_hash IN
          (SELECT number_hash FROM otp_number WHERE changed_at <= ? ORDER BY changed_at LIMIT 20)
        """
    ).execute(arguments: [lapsingTime.advanced(by: -OTPNumber.memory).milliseconds])
  }

  /// The active person with this number. The same number may be in several workspaces, as nobody sees across: the
  /// person who was there first has it, so that a workspace cannot take over the phones of another.
  func owner(of number: PhoneNumber) throws -> Responder? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM responder WHERE phone = ? AND active = 1 ORDER BY id LIMIT 1"),
      arguments: [number.text]
    ).map(Responders.responder)
  }

  /// From where a code is asked for or tried.
  ///
  /// - Parameter network: of the address; only its hash is kept.
  func source(network: String, device: String?, owner: Responder?) throws -> OTPNumber.Source {
    let isKnown = try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM phone_session WHERE responder_id = ? AND device_id = ?)"),
      arguments: [owner?.id.rawValue, device])
    return OTPNumber.Source(
      network: OTPNumberKey.short("network:" + network),
      device: device.map { OTPNumberKey.short("device:" + $0) },
      isKnown: isKnown == true)
  }
}

/// What a number is called in `otp_number`.
enum OTPNumberKey {
  static func of(_ number: String) -> Data { Data(SecretHash(of: "otp:" + number).bytes) }

  /// What a network or a device is called in a number's history: enough to tell a day's apart.
  static func short(_ text: String) -> String {
    BaseEncoding.base64url.text(of: SecretHash(of: "otp:" + text).bytes.prefix(9).map { $0 })
  }

  /// The same within SQL, for whoever knows the person and not the number: `NULL` of `NULL`.
  static var function: DatabaseFunction {
    DatabaseFunction("otp_number_key", argumentCount: 1, pure: true) { values in
      values.first.flatMap { String.fromDatabaseValue($0) }.map(of)
    }
  }
}

/// A number's history as it is written: short, because each try of a stranger writes it.
private struct OTPRecord: Codable {
  struct Act: Codable {
    var at: Int64
    var by: String
    var known: Bool?
    var guesses: Int?
  }

  struct Code: Codable {
    var hash: Data
    var network: String
    var device: String?
    var until: Int64
    var checks: [Int]
  }

  var sends: [Act]
  var failures: [Act]
  var codes: [Code]

  init(_ number: OTPNumber) {
    sends = number.sends.map(Self.act)
    failures = number.failures.map(Self.act)
    codes = number.codes.map {
      Code(
        hash: Data($0.hash), network: $0.network, device: $0.device, until: $0.expiresAt.milliseconds,
        checks: [$0.networkChecks, $0.deviceChecks])
    }
  }

  var number: OTPNumber {
    OTPNumber(
      sends: sends.map(Self.act), failures: failures.map(Self.act),
      codes: codes.map {
        OTPNumber.Code(
          hash: Array($0.hash), network: $0.network, device: $0.device,
          expiresAt: Timestamp(milliseconds: $0.until), networkChecks: $0.checks.first ?? 0,
          deviceChecks: $0.checks.last ?? 0)
      })
  }

  private static func act(_ act: OTPNumber.Act) -> Act {
    Act(
      at: act.at.milliseconds, by: act.source, known: act.isKnown ? true : nil,
      guesses: act.guesses > 0 ? act.guesses : nil)
  }

  private static func act(_ act: Act) -> OTPNumber.Act {
    OTPNumber.Act(
      at: Timestamp(milliseconds: act.at), source: act.by, isKnown: act.known ?? false,
      guesses: act.guesses ?? 0)
  }
}
