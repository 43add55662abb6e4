import Crypto
import CryptoExtras
import Foundation

/// Passwords as scrypt hashes: N = 2¹⁵, r = 8, p = 3 (32 MiB, about 0.4 s of a core), two at a time.
///
/// The hash contains the parameters, so that they can be raised later.
public final class PasswordHasher: Sendable {
  private let slots = DispatchSemaphore(value: 2)
  private static let salt = 16
  private static let length = 32

  /// A hasher.
  public init() {}

  /// Whether a password may be chosen: 8 to 1,024 bytes.
  public static func isAcceptable(_ password: String) -> Bool { (8...1_024).contains(password.utf8.count) }

  /// The hash to store, as `scrypt$15$8$3$salt$hash`. Blocks for a good part of a second.
  ///
  /// - Parameter other: a hash whose salt is used again, so that both can be checked together; `nil` = a new
  ///   salt.
  /// - Throws: when the system cannot derive the key.
  public func hash(_ password: String, saltOf other: String? = nil) throws -> String {
    var generator = SystemRandomNumberGenerator()
    let salt =
      other.flatMap { Parts($0)?.salt }
      ?? Data((0..<Self.salt).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    let key = try derive(password, salt: salt, cost: 15, blockSize: 8, parallelism: 3)
    return "scrypt$15$8$3$\(salt.base64EncodedString())$\(key.base64EncodedString())"
  }

  /// Whether `password` matches `stored`. Takes as long for an unknown member (`nil`) as for a known one.
  public func verify(_ password: String, against stored: String?) -> Bool {
    verify(password, againstEach: stored.map { [$0] } ?? []).contains(true)
  }

  /// Whether `password` matches each of several hashes. Takes as long for none as for some with one salt.
  func verify(_ password: String, againstEach stored: [String]) -> [Bool] {
    let parts = stored.map(Parts.init)
    var keys: [Parts.Rule: Data] = [:]
    for rule in Set(parts.map { $0?.rule ?? .none } + (stored.isEmpty ? [.none] : [])) {
      keys[rule] = try? derive(
        password, salt: rule.salt, cost: rule.cost, blockSize: rule.blockSize, parallelism: rule.parallelism)
    }
    return parts.map { parts in
      guard let parts, let key = keys[parts.rule] else { return false }
      return Self.isEqual(key, parts.key)
    }
  }

  /// Whether two hashes have the same salt and parameters; two invalid hashes count as equal.
  static func hasSameSalt(_ left: String, _ right: String) -> Bool {
    guard let left = Parts(left), let right = Parts(right) else { return true }
    return left.rule == right.rule
  }

  /// Compares in constant time, independent of where the values differ.
  static func isEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func derive(
    _ password: String, salt: Data, cost: Int, blockSize: Int, parallelism: Int
  ) throws -> Data {
    slots.wait()
    defer { slots.signal() }
    let key = try KDF.Scrypt.deriveKey(
      from: Data(password.utf8.prefix(1_024)), salt: salt, outputByteCount: Self.length, rounds: 1 << cost,
      blockSize: blockSize, parallelism: parallelism, maxMemory: 256 << 20)
    return key.withUnsafeBytes { Data($0) }
  }
}

/// The parameters stored in a hash.
private struct Parts {
  struct Rule: Hashable {
    var cost: Int
    var blockSize: Int
    var parallelism: Int
    var salt: Data

    /// The rule to use when there is no hash to compare with.
    static let none = Rule(cost: 15, blockSize: 8, parallelism: 3, salt: Data(count: 16))
  }

  let rule: Rule
  let key: Data
  var salt: Data { rule.salt }

  init?(_ stored: String) {
    let parts = stored.split(separator: "$")
    guard parts.count == 6, parts[0] == "scrypt", let cost = Int(parts[1]), (10...20).contains(cost),
      let blockSize = Int(parts[2]), let parallelism = Int(parts[3]),
      let salt = Data(base64Encoded: String(parts[4])), let key = Data(base64Encoded: String(parts[5]))
    else { return nil }
    rule = Rule(cost: cost, blockSize: blockSize, parallelism: parallelism, salt: salt)
    self.key = key
  }
}
