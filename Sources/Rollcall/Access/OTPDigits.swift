/// Codes of digits.
public enum OTPDigits {
  /// The number of digits of a code sent to a phone.
  public static let count = 6
  /// The number of digits of a code that an admin issues. So many that guesses need not be counted against
  /// the number, where a stranger could use them up: a thousand networks that try once a second for the 15
  /// minutes of its life guess it with a probability below 1 in 10,000.
  public static let letInCount = 10

  /// A new code of six digits.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    digits(count, using: &generator)
  }

  /// A new code for an admin to issue.
  public static func letIn(using generator: inout some RandomNumberGenerator) -> String {
    digits(letInCount, using: &generator)
  }

  /// Whether `text` can be a code: six digits, or ten.
  public static func isCode(_ text: String) -> Bool {
    (text.utf8.count == count || isLetIn(text))
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a code has the length of one issued by an admin.
  public static func isLetIn(_ code: String) -> Bool { code.utf8.count == letInCount }

  private static func digits(_ count: Int, using generator: inout some RandomNumberGenerator) -> String {
    (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
  }
}
