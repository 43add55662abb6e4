import CCurl

/// The field `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The longest wait that is accepted: a day, in milliseconds.
  static let longest: Int64 = 86_400_000

  /// Reads seconds or any of the three forms of an HTTP date; nil for anything else.
  ///
  /// - Returns: milliseconds from now, 0…a day.
  static func milliseconds(_ text: String, now: Int64) -> Int64? {
    let value = text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = value.first else { return nil }
    if isDigit(first) { return seconds(value) }
    guard isLetter(first) else { return nil }
    // https://curl.se/libcurl/c/curl_getdate.html
    let date = curl_getdate(text, nil)
    guard date >= 0 else { return nil }
    let (instant, tooLate) = Int64(date).multipliedReportingOverflow(by: 1_000)
    let (wait, overflow) = instant.subtractingReportingOverflow(now)
    return tooLate || overflow ? longest : min(max(wait, 0), longest)
  }

  private static func seconds(_ value: some Sequence<UInt8>) -> Int64? {
    var milliseconds: Int64 = 0
    var hasEnded = false
    for byte in value {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        hasEnded = true
      } else if isDigit(byte), !hasEnded {
        milliseconds = min(milliseconds * 10 + Int64(byte - UInt8(ascii: "0")) * 1_000, longest)
      } else {
        return nil
      }
    }
    return milliseconds
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
