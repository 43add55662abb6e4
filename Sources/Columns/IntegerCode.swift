/// How the integers of a column are predicted from those before. The difference is what is written.
///
/// The raw values are part of the format and are never renumbered. All arithmetic is modulo 2⁶⁴.
enum Method: UInt8 {
  /// All are the same.
  case constant = 0
  /// Each is the previous one plus a fixed step.
  case step = 1
  /// Near a value in the middle of the range.
  case offset = 2
  /// Near the one before.
  case delta = 3
  /// As far from the previous one as that was from its own predecessor.
  case slope = 4
  /// Runs of equal values.
  case runs = 5
}

/// Integers without NULLs as bytes. The caller knows their number.
enum IntegerCode {
  /// The most bytes that `count` integers take: in runs two numbers each, at most 91 bits a number.
  static func space(_ count: Int) -> Int { 24 * count + 64 }

  // MARK: Writing

  /// Writes `values`, of which there is at least one, as `method` says.
  static func write(_ values: UnsafeBufferPointer<Int64>, _ method: Method, to output: inout BitWriter) {
    let first = values[0]
    switch method {
    case .constant:
      output.varint(ZigZag.encode(first))
    case .step:
      output.varint(ZigZag.encode(first))
      output.varint(ZigZag.encode(values[1] &- first))
    case .offset:
      let middle = middle(of: values)
      output.varint(ZigZag.encode(middle))
      writeNumbers(values.count, to: &output) { ZigZag.encode(values[$0] &- middle) }
    case .delta:
      output.varint(ZigZag.encode(first))
      writeNumbers(values.count &- 1, to: &output) { ZigZag.encode(values[$0 &+ 1] &- values[$0]) }
    case .slope:
      output.varint(ZigZag.encode(first))
      output.varint(ZigZag.encode(values[1] &- first))
      writeNumbers(values.count &- 2, to: &output) {
        ZigZag.encode((values[$0 &+ 2] &- values[$0 &+ 1]) &- (values[$0 &+ 1] &- values[$0]))
      }
    case .runs:
      writeRuns(values, to: &output)
    }
  }

  /// Writes a byte with the expected length of the first number, then the numbers.
  @inline(__always)
  private static func writeNumbers(
    _ count: Int, to output: inout BitWriter, _ number: (Int) -> UInt64
  ) {
    let start = start(count, number)
    output.byte(UInt8(start))
    var code = RiceCode(start: start)
    for index in 0..<count { code.write(number(index), to: &output) }
    output.align()
  }

  /// The mean length of the first numbers.
  @inline(__always)
  private static func start(_ count: Int, _ number: (Int) -> UInt64) -> Int {
    let some = min(count, 16)
    guard some > 0 else { return 0 }
    var bits = 0
    for index in 0..<some { bits &+= 64 &- number(index).leadingZeroBitCount }
    return min(RiceCode.greatestStart, (bits &+ some / 2) / some)
  }

  private static func writeRuns(_ values: UnsafeBufferPointer<Int64>, to output: inout BitWriter) {
    output.varint(ZigZag.encode(values[0]))
    var lengths = RiceCode(start: RiceCode.runStart)
    var steps = RiceCode(start: RiceCode.runStart)
    var start = 0
    for index in 1...values.count where index == values.count || values[index] != values[index &- 1] {
      lengths.write(UInt64(index &- start &- 1), to: &output)
      // Neighbouring runs differ.
      if index < values.count {
        steps.write(ZigZag.encode(values[index] &- values[index &- 1]) &- 1, to: &output)
      }
      start = index
    }
    output.align()
  }

  /// A value in the middle of the others: their mean, ignoring overflow.
  static func middle(of values: UnsafeBufferPointer<Int64>) -> Int64 {
    var sum: Int64 = 0
    for value in values { sum &+= value &- values[0] }
    return values[0] &+ sum / Int64(values.count)
  }

  // MARK: Reading

  /// Reads as many integers as `values` holds, at least one, from `input`, which must contain nothing else.
  ///
  /// - Returns: whether the bytes are valid.
  static func read(
    _ method: Method, from input: inout BitReader, into values: UnsafeMutableBufferPointer<Int64>
  )
    -> Bool
  {
    guard let head = input.varint() else { return false }
    let first = ZigZag.decode(head)
    switch method {
    case .constant:
      values.update(repeating: first)
    case .step:
      guard let step = input.varint() else { return false }
      fill(values, from: first, by: ZigZag.decode(step))
    case .offset:
      guard var code = code(&input) else { return false }
      for index in values.indices { values[index] = first &+ ZigZag.decode(code.read(from: &input)) }
    case .delta:
      guard var code = code(&input) else { return false }
      values[0] = first
      var value = first
      for index in 1..<max(1, values.count) {
        value = value &+ ZigZag.decode(code.read(from: &input))
        values[index] = value
      }
    case .slope:
      guard let second = input.varint(), var code = code(&input) else { return false }
      values[0] = first
      var (value, slope) = (first, ZigZag.decode(second))
      for index in 1..<max(1, values.count) {
        if index > 1 { slope = slope &+ ZigZag.decode(code.read(from: &input)) }
        value = value &+ slope
        values[index] = value
      }
    case .runs:
      guard readRuns(first, from: &input, into: values) else { return false }
    }
    return input.isComplete
  }

  private static func code(_ input: inout BitReader) -> RiceCode? {
    let start = Int(input.byte())
    return start <= RiceCode.greatestStart ? RiceCode(start: start) : nil
  }

  private static func fill(_ values: UnsafeMutableBufferPointer<Int64>, from first: Int64, by step: Int64) {
    var value = first
    for index in values.indices {
      values[index] = value
      value = value &+ step
    }
  }

  private static func readRuns(
    _ first: Int64, from input: inout BitReader, into values: UnsafeMutableBufferPointer<Int64>
  ) -> Bool {
    var lengths = RiceCode(start: RiceCode.runStart)
    var steps = RiceCode(start: RiceCode.runStart)
    var (value, index) = (first, 0)
    while true {
      let rest = lengths.read(from: &input)
      guard rest < UInt64(values.count &- index) else { return false }
      let end = index &+ Int(rest) &+ 1
      while index < end {
        values[index] = value
        index &+= 1
      }
      if index == values.count { return true }
      value = value &+ ZigZag.decode(steps.read(from: &input) &+ 1)
    }
  }
}
