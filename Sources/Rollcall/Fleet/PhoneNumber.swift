/// A phone number in the stored form: `+` and 7 to 15 digits (E.164).
public struct PhoneNumber: Hashable, Sendable {
  /// E.164.
  public let text: String

  /// Parses a typed number: blanks, dashes, dots and brackets between the digits are ignored. `nil` without a
  /// country code.
  public init?(_ text: String) {
    let kept = text.utf8.filter { !Self.between.contains($0) }
    let zero = UInt8(ascii: "0")
    guard (8...16).contains(kept.count), kept[0] == UInt8(ascii: "+"), kept[1] != zero,
      kept.dropFirst().allSatisfy({ (zero...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.text = String(decoding: kept, as: UTF8.self)
  }

  private static let between = Array(" -.()/".utf8)
}
