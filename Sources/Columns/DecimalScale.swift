/// Doubles as whole numbers of a decimal unit: 46.0569 is 460569 with four decimals.
///
/// A double is stored this way only when the quotient gives back each of its bits.
enum DecimalScale {
  /// The most decimals: 10²² is the greatest power of ten that a double holds exactly.
  static let maximum = 22
  /// In place of a number of decimals: the words are the doubles' bits.
  static let bits = -1
  /// 10⁰ to 10²².
  static let powers: [Double] = (0...maximum).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }
  private static let wholePowers: [Int64] = (0...15).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
  /// Whole numbers up to here, 2⁵³, are doubles.
  private static let limit: Int64 = 9_007_199_254_740_992

  /// Whether a double holds the number exactly.
  static func isWhole(_ word: Int64) -> Bool { word.magnitude <= UInt64(limit) }

  /// Whether the number has more than 15 digits.
  static func isLong(_ word: Int64) -> Bool { word.magnitude >= 1_000_000_000_000_000 }

  /// The double that `word` stands for.
  @inline(__always)
  static func double(_ word: Int64, decimals: Int) -> Double {
    decimals < 0 ? Double(bitPattern: UInt64(bitPattern: word)) : Double(word) / powers[decimals]
  }

  /// `value` as a whole number of this decimal unit; `nil` unless that gives back all of its bits.
  @inline(__always)
  static func whole(_ value: Double, _ power: Double) -> Int64? {
    let scaled = value * power
    guard scaled.magnitude <= Double(limit) else { return nil }
    // `rounded` would call libm.
    var number = Int64(scaled)
    let rest = scaled - Double(number)
    if rest >= 0.5 { number += 1 } else if rest <= -0.5 { number -= 1 }
    return (Double(number) / power).bitPattern == value.bitPattern ? number : nil
  }

  /// The fewest decimals, at least `least`, with which `value` is whole; `nil` when there are none.
  static func decimals(of value: Double, atLeast least: Int) -> Int? {
    for decimals in least..<(maximum + 1) {
      if whole(value, powers[decimals]) != nil { return decimals }
      if (value * powers[decimals]).magnitude > Double(limit) { return nil }
    }
    return nil
  }

  /// Replaces bits by whole numbers with the fewest decimals that give back all of them.
  ///
  /// - Returns: the number of decimals; `bits` when there is none, and then the words are unchanged.
  static func fit(_ words: inout [Int64], _ isPresent: (Int) -> Bool) -> Int {
    var decimals = 0
    var fitted = words
    var index = 0
    while index < words.count {
      if isPresent(index) {
        let value = Double(bitPattern: UInt64(bitPattern: words[index]))
        if let number = whole(value, powers[decimals]) {
          fitted[index] = number
        } else {
          // The values before may then need more decimals.
          guard let more = Self.decimals(of: value, atLeast: decimals + 1) else { return bits }
          decimals = more
          index = -1
        }
      }
      index += 1
    }
    words = fitted
    return decimals
  }

  /// Replaces whole numbers, and zeros in place of NULLs, by the doubles' bits.
  static func unfit(_ words: inout [Int64], decimals: Int) {
    for index in words.indices {
      words[index] = Int64(bitPattern: double(words[index], decimals: decimals).bitPattern)
    }
  }

  /// Multiplies whole numbers so that they have `more` decimals more; `false` and unchanged when one grows
  /// too large.
  static func extend(_ words: inout [Int64], _ value: inout Int64, by more: Int) -> Bool {
    guard more < wholePowers.count else { return value == 0 && words.allSatisfy { $0 == 0 } }
    let factor = wholePowers[more]
    let largest = UInt64(limit / factor)
    guard value.magnitude <= largest, words.allSatisfy({ $0.magnitude <= largest }) else { return false }
    value &*= factor
    for index in words.indices { words[index] &*= factor }
    return true
  }

  /// Removes decimals that are zero everywhere; returns how many are left.
  static func shorten(_ words: inout [Int64], decimals: Int) -> Int {
    var left = decimals
    while left > 0, words.allSatisfy({ $0 % 10 == 0 }) {
      for index in words.indices { words[index] /= 10 }
      left -= 1
    }
    return left
  }
}

/// Bits of doubles as integers in the doubles' order: −0.0 is −1 and 0.0 is 0.
enum OrderedBits {
  @inline(__always)
  static func encode(_ bits: Int64) -> Int64 { bits ^ ((bits >> 63) & .max) }

  @inline(__always)
  static func decode(_ ordered: Int64) -> Int64 { ordered ^ ((ordered >> 63) & .max) }
}
