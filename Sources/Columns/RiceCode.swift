/// Adaptive Rice code: a number's low bits as they are, the rest in unary; how many low bits follows from the lengths
/// of the numbers before.
///
/// docs/store.md has it in words; a change of any constant is another version of the format.
struct RiceCode {
  /// This many ones mean that the number follows uncoded.
  static let escape = 20
  /// The length expected of runs.
  static let runStart = 4
  /// The greatest length that may be expected of the first number.
  static let greatestStart = 63
  /// A running mean of the numbers' lengths in bits, in sixteenths. At most 1016.
  private var mean: Int

  /// - Parameter start: the length expected of the first number, 0 to 63.
  init(start: Int) { mean = start &* 16 }

  /// How many low bits are written as they are, 0 to 63.
  @inline(__always)
  private var lowBits: Int { (mean &+ 4) &>> 4 }

  @inline(__always)
  private mutating func adapt(to length: Int) {
    mean = mean &+ length &- (mean &+ 8) &>> 4
  }

  @inline(__always)
  mutating func write(_ value: UInt64, to output: inout BitWriter) {
    let low = lowBits
    let length = 64 &- value.leadingZeroBitCount
    let ones = value &>> UInt64(low)
    if ones < UInt64(Self.escape) {
      output.put((1 &<< ones) &- 1, Int(ones) &+ 1)
      output.putWide(value & ((1 &<< UInt64(low)) &- 1), low)
    } else {
      output.put((1 &<< UInt64(Self.escape)) &- 1, Self.escape)
      output.put(UInt64(length), 7)
      output.putWide(value, length)
    }
    adapt(to: length)
  }

  @inline(__always)
  mutating func read(from input: inout BitReader) -> UInt64 {
    let low = lowBits
    input.refill()
    let ones = input.ones(limit: Self.escape)
    let value: UInt64
    if ones < Self.escape {
      let bits = low <= 32 ? input.take(low) : input.takeWide(low)
      value = UInt64(ones) &<< UInt64(low) | bits
    } else {
      let length = Int(input.take(7))
      if length > 64 { input.reject() }
      value = input.takeWide(min(64, length))
    }
    adapt(to: 64 &- value.leadingZeroBitCount)
    return value
  }
}

/// Small numbers for integers near zero on both sides: 0, −1, 1, −2 … as 0, 1, 2, 3 …
enum ZigZag {
  @inline(__always)
  static func encode(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value &<< 1) ^ (value >> 63)) }

  @inline(__always)
  static func decode(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
