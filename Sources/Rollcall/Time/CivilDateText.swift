extension CivilDate {
  /// The day `YYYY-MM-DD`; `nil` for any other text.
  public init?(isoDay text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-") else {
      return nil
    }
    let number = { (part: ArraySlice<UInt8>) -> Int? in
      part.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        ? part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
    }
    guard let year = number(digits[0..<4]), let month = number(digits[5..<7]),
      let day = number(digits[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-11-20`
  public var isoDay: String {
    let digits = String(year)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(zeros)\(digits)-\(two(month))-\(two(day))"
  }
}
