/// The method that writes integers in the fewest bits, as far as the lengths of its numbers tell.
///
/// An estimate: a Rice code spends about one bit more than the length of each number. Equal columns get equal methods.
struct MethodChoice {
  var method: Method
  /// Estimated bits.
  var bits: Int

  /// - Parameter values: at least one.
  init(_ values: UnsafeBufferPointer<Int64>) {
    let count = values.count
    let first = values[0]
    let step = count > 1 ? values[1] &- first : 0
    var equal = 1
    while equal < count, values[equal] &- values[equal &- 1] == step { equal &+= 1 }
    if equal == count {
      method = step == 0 ? .constant : .step
      bits = Self.constantBits(first) &+ Self.length(step)
      return
    }
    let middle = IntegerCode.middle(of: values)
    let head = Self.length(first) &+ 8
    var offset = Self.length(middle) &+ 8 &+ Self.length(first &- middle) &+ 1
    var (delta, slope, runs) = (head, head &+ Self.length(step), head &+ 8)
    var (before, start) = (step, 0)
    for index in 1..<count {
      let difference = values[index] &- values[index &- 1]
      let length = Self.length(difference)
      delta &+= length &+ 1
      offset &+= Self.length(values[index] &- middle) &+ 1
      if index > 1 { slope &+= Self.length(difference &- before) &+ 1 }
      before = difference
      if difference != 0 {
        runs &+= length &+ Self.length(Int64(index &- start)) &+ 2
        start = index
      }
    }
    (method, bits) = (.delta, delta)
    if slope < bits { (method, bits) = (.slope, slope) }
    if offset < bits { (method, bits) = (.offset, offset) }
    if runs < bits { (method, bits) = (.runs, runs) }
  }

  /// The number of bits of a constant column.
  static func constantBits(_ value: Int64) -> Int { 8 &+ length(value) }

  @inline(__always)
  private static func length(_ value: Int64) -> Int { 64 &- ZigZag.encode(value).leadingZeroBitCount }
}

/// How the integers of a column are written: by which method, and whether as multiples of a unit beyond the first.
struct IntegerPlan {
  var choice: MethodChoice
  /// 1 = as they are.
  var unit: UInt64 = 1
  /// Each distance from the first as a multiple of the unit; empty without a unit.
  var multiples: [Int64] = []
  /// Units up to here are written.
  static let greatestUnit: UInt64 = 1 << 62

  /// - Parameter values: at least one.
  init(_ values: UnsafeBufferPointer<Int64>) {
    choice = MethodChoice(values)
    guard choice.method != .constant, choice.method != .step else { return }
    let unit = Self.unit(of: values)
    guard unit > 1, unit <= Self.greatestUnit else { return }
    let first = values[0]
    let multiples = values.map { ($0 &- first) / Int64(unit) }
    var other = multiples.withUnsafeBufferPointer { MethodChoice($0) }
    other.bits += 80 - unit.leadingZeroBitCount
    if other.bits < choice.bits { (choice, self.unit, self.multiples) = (other, unit, multiples) }
  }

  /// The greatest common divisor of the distances from the first.
  private static func unit(of values: UnsafeBufferPointer<Int64>) -> UInt64 {
    var unit: UInt64 = 0
    for value in values {
      var other = (value &- values[0]).magnitude
      while other != 0 { (unit, other) = (other, unit % other) }
      if unit == 1 { return 1 }
    }
    return unit
  }
}
