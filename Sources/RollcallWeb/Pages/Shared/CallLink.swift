import Rollcall

/// A telephone number that can be called with a tap. Only for readers with `contact:view`.
struct CallLink: PagePart, Hashable {
  /// The number as `tel:` URL.
  var href: String
  /// The number, grouped for reading.
  var number: String
  /// `Call Ana Novak, +386 40 123 456`
  var label: String

  /// `nil` when the person has no number.
  init?(_ person: Responder) {
    guard let phone = person.phone, let number = PhoneNumber(phone) else { return nil }
    href = "tel:\(number.text)"
    self.number = Words.phone(number)
    label = "Call \(person.name), \(self.number)"
  }
}

extension Words {
  /// `+386 40 123 456`: the country code, then groups of three, the first of two to four digits.
  static func phone(_ number: PhoneNumber) -> String {
    let digits = Array(number.text.utf8.dropFirst())
    let code = countryCode(digits)
    let national = digits.dropFirst(code)
    let first = national.count % 3 == 1 ? min(4, national.count) : national.count % 3
    var groups = [national.prefix(first)]
    var rest = national.dropFirst(first)
    while !rest.isEmpty {
      groups.append(rest.prefix(3))
      rest = rest.dropFirst(3)
    }
    let parts = [digits.prefix(code)] + groups.filter { !$0.isEmpty }
    return "+" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  /// The length of the country code, by the ITU's list E.164.
  private static func countryCode(_ digits: [UInt8]) -> Int {
    let leading = digits.prefix(2).reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
    if leading / 10 == 1 || leading / 10 == 7 { return 1 }
    return twoDigitCodes.contains(leading) ? 2 : 3
  }

  private static let twoDigitCodes: Set<Int> = [
    20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58,
    60, 61, 62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
  ]
}
