import Crypto
import Foundation
import Rollcall
import SQL

/// Rows of `otp_number`.
extension PhoneWrites {
  /// The history of a number; empty when there is no row.
  func otp(of number: PhoneNumber) throws -> OTPNumber {
    let text = try db.first(
      "SELECT history FROM otp_number WHERE number_hash = \(OTPNumberKey.of(number.text))", as: String.self)
    guard let text else { return OTPNumber() }
    return try JSONDecoder().decode(OTPRecord.self, from: Data(text.utf8)).number
  }

  /// Saves the history of a number, and deletes the rows of numbers whose history has lapsed.
  func save(_ otp: OTPNumber, of number: PhoneNumber) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let history = try encoder.encode(OTPRecord(otp))
    try db.run(
      """
      INSERT INTO otp_number (number_hash, history, changed_at)
      VALUES (\(OTPNumberKey.of(number.text)), \(String(decoding: history, as: UTF8.self)), \(now))
      ON CONFLICT (number_hash) DO UPDATE SET history = excluded.history, changed_at = excluded.changed_at
      """)
    try db.run(
      """
      DELETE FROM otp_number WHERE number_hash IN (SELECT number_hash FROM otp_number
        WHERE changed_at <= \(transaction.lapsingTime.advanced(by: -OTPNumber.memory)) ORDER BY changed_at LIMIT 20)
      """)
  }

  /// The active responder with this number. Workspaces cannot see each other, so several may have the same
  /// number. The oldest responder counts, so that a workspace cannot take over the phones of another.
  func owner(of number: PhoneNumber) throws -> Responder? {
    try db.first("SELECT * FROM responder WHERE phone = \(number.text) AND active = 1 ORDER BY id LIMIT 1")
  }

  /// Where a code is requested or tried from.
  ///
  /// - Parameter network: the network of the address; only its hash is stored.
  func source(network: String, device: String?, owner: Responder?) throws -> OTPNumber.Source {
    let isKnown = try db.exists(
      """
      SELECT 1 FROM phone_session
      WHERE workspace_id = \(owner?.workspace) AND responder_id = \(owner?.id) AND device_id = \(device)
      """)
    return OTPNumber.Source(
      network: OTPNumberKey.short("network:" + network),
      device: device.map { OTPNumberKey.short("device:" + $0) },
      isKnown: isKnown)
  }
}

/// The key of a number in `otp_number`.
enum OTPNumberKey {
  static func of(_ number: String) -> Data { Data(SecretHash(of: "otp:" + number).bytes) }

  /// The key of a network or a device in a number's history: long enough to distinguish those of a day.
  static func short(_ text: String) -> String {
    BaseEncoding.base64url.text(of: SecretHash(of: "otp:" + text).bytes.prefix(9).map { $0 })
  }
}

/// A number's history as stored: short, because each try of a stranger writes it.
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

/// The key for hashing codes. A code has only a million values, so a plain hash would hide nothing. The key
/// is never written down, and a restart makes the pending codes worthless.
struct OTPKey: Sendable {
  private let key = SymmetricKey(size: .bits256)

  /// The hash of a number's code.
  func hash(_ code: String, of number: PhoneNumber) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Data("\(number.text):\(code)".utf8), using: key))
  }
}
