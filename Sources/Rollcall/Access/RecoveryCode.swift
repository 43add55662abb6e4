/// A code that replaces a lost phone, once: `k7mw-2dq9-xhtc`. Twelve of 31 letters and digits that cannot be
/// mistaken for each other: 59 random bits.
public struct RecoveryCode: Equatable, Sendable {
  /// Its printed form, in groups of four.
  public let text: String

  /// How many a member has.
  public static let count = 10
  private static let length = 12
  private static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)

  /// Generates a code.
  public static func random(using generator: inout some RandomNumberGenerator) -> RecoveryCode {
    RecoveryCode(
      letters: (0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
  }

  /// Parses typed text, in any case, with or without hyphens and blanks; `nil` when it cannot be a code.
  public init?(typed: String) {
    let ignored: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: " ")]
    guard typed.utf8.count <= 64 else { return nil }
    let letters = typed.utf8.filter { !ignored.contains($0) }.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    guard letters.count == Self.length, letters.allSatisfy({ Self.letters.contains($0) }) else { return nil }
    self.init(letters: letters)
  }

  private init(letters: [UInt8]) {
    text = stride(from: 0, to: letters.count, by: 4).map {
      String(decoding: letters[$0..<min($0 + 4, letters.count)], as: UTF8.self)
    }.joined(separator: "-")
  }
}
