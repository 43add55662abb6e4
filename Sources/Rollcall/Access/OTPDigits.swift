/// The six digits that are sent to a phone.
public enum OTPDigits {
  /// Six digits, each number as likely as any other as far as the generator's are.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    let number = String(UInt32.random(in: 0..<1_000_000, using: &generator))
    return String(repeating: "0", count: 6 - number.utf8.count) + number
  }

  /// Whether a text can be a code.
  public static func isCode(_ text: String) -> Bool {
    text.utf8.count == 6 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
