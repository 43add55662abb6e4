/// One column as bytes: how it is written, which rows are NULL, then the other values.
enum ColumnCode {
  private static let nullBit: UInt8 = 1 << 3
  private static let relativeBit: UInt8 = 1 << 4
  private static let unitBit: UInt8 = 1 << 5
  /// The scale of doubles whose bits are written.
  private static let bitsScale: UInt8 = 64
  /// With more decimals, floats that were widened may be shorter as bits.
  private static let fewDecimals = 9

  /// The most bytes that a column of `count` rows takes.
  static func space(_ count: Int) -> Int { 12 * count + 64 + IntegerCode.space(count) }

  // MARK: Writing

  /// Writes a column in which not all are NULL; nothing when all are zero, or equal to the reference.
  ///
  /// - Parameters:
  ///   - column: normalized.
  ///   - reference: a normalized column without NULLs that the values may be near.
  static func write(
    _ column: Column, _ count: Int, isDouble: Bool, reference: Column?, to output: inout BitWriter
  ) {
    if column.form == .same, reference == nil || reference?.form == .same {
      writeSame(column, isDouble: isDouble, reference?.value, to: &output)
      return
    }
    let near = reference?.words(count)
    guard isDouble, column.decimals > fewDecimals else {
      writeWords(column, count, isDouble: isDouble, near, to: &output)
      return
    }
    let start = output
    writeWords(column.asBits(), count, isDouble: true, near, to: &output)
    let size = output.count - start.count
    output = start
    writeWords(column, count, isDouble: true, near, to: &output)
    if size < output.count - start.count {
      output = start
      writeWords(column.asBits(), count, isDouble: true, near, to: &output)
    }
  }

  private static func writeSame(
    _ column: Column, isDouble: Bool, _ reference: Int64?, to output: inout BitWriter
  ) {
    let isBits = column.decimals < 0
    var value = isBits ? OrderedBits.encode(column.value) : column.value
    var head = Method.constant.rawValue
    if let reference, MethodChoice.constantBits(value &- reference) <= MethodChoice.constantBits(value) {
      value = value &- reference
      head |= relativeBit
    }
    if value == 0, column.decimals == 0, reference == nil || head & relativeBit != 0 { return }
    output.byte(head)
    if isDouble { output.byte(isBits ? bitsScale : UInt8(column.decimals)) }
    output.varint(ZigZag.encode(value))
  }

  private static func writeWords(
    _ column: Column, _ count: Int, isDouble: Bool, _ near: [Int64]?, to output: inout BitWriter
  ) {
    var (values, near) = (column.words(count), near)
    let isNull = column.isNull
    if !isNull.isEmpty {
      values = present(values, isNull)
      near = near.map { present($0, isNull) }
    }
    let isBits = column.decimals < 0
    if isBits { for index in values.indices { values[index] = OrderedBits.encode(values[index]) } }
    var plan = values.withUnsafeBufferPointer { IntegerPlan($0) }
    var head: UInt8 = 0
    if let near {
      let distances = zip(values, near).map { $0 &- $1 }
      let other = distances.withUnsafeBufferPointer { IntegerPlan($0) }
      if other.choice.bits <= plan.choice.bits { (plan, values, head) = (other, distances, relativeBit) }
    }
    if plan.choice.method == .constant, values[0] == 0, isNull.isEmpty, column.decimals == 0,
      near == nil || head != 0
    {
      return
    }
    head |= plan.choice.method.rawValue | (isNull.isEmpty ? 0 : nullBit) | (plan.unit > 1 ? unitBit : 0)
    output.byte(head)
    if isDouble { output.byte(isBits ? bitsScale : UInt8(column.decimals)) }
    if !isNull.isEmpty { writeNulls(isNull, to: &output) }
    if plan.unit > 1 {
      output.varint(plan.unit)
      output.varint(ZigZag.encode(values[0]))
      values = plan.multiples
    }
    values.withUnsafeBufferPointer { IntegerCode.write($0, plan.choice.method, to: &output) }
  }

  private static func present(_ values: [Int64], _ isNull: [Bool]) -> [Int64] {
    var present: [Int64] = []
    present.reserveCapacity(values.count)
    for row in values.indices where !isNull[row] { present.append(values[row]) }
    return present
  }

  /// The lengths of runs of rows that are not NULL and that are, in turn; only the first can be empty.
  private static func writeNulls(_ isNull: [Bool], to output: inout BitWriter) {
    var code = RiceCode(start: RiceCode.runStart)
    var (start, state, isFirst) = (0, false, true)
    for index in 0...isNull.count where index == isNull.count || isNull[index] != state {
      code.write(UInt64(index - start - (isFirst ? 0 : 1)), to: &output)
      (start, state, isFirst) = (index, !state, false)
    }
    output.align()
  }

  // MARK: Reading

  /// Reads a column of `count` rows, at least one, from exactly these bytes.
  ///
  /// - Returns: `nil` when they are no such column.
  static func read(_ bytes: UnsafeRawBufferPointer, _ count: Int, isDouble: Bool, reference: Column?)
    -> Column?
  {
    if bytes.isEmpty { return reference ?? Column(same: 0) }
    if let same = readSame(bytes, isDouble: isDouble, reference: reference) { return same }
    var reader = BitReader(bytes)
    let head = reader.byte()
    let isRelative = head & relativeBit != 0
    guard let method = Method(rawValue: head & 7), head >> 6 == 0, reference != nil || !isRelative else {
      return nil
    }
    let scale = isDouble ? reader.byte() : 0
    guard scale <= DecimalScale.maximum || scale == bitsScale else { return nil }
    let decimals = scale == bitsScale ? DecimalScale.bits : Int(scale)
    var isNull: [Bool] = []
    if head & nullBit != 0 {
      guard let nulls = readNulls(count, from: &reader) else { return nil }
      isNull = nulls
    }
    let present = isNull.isEmpty ? count : isNull.count { !$0 }
    guard present > 0, var words = readWords(method, present, hasUnit: head & unitBit != 0, from: &reader)
    else {
      return nil
    }
    if !isNull.isEmpty { spread(&words, isNull) }
    if isRelative, let near = reference?.words(count) {
      for row in words.indices where isNull.isEmpty || !isNull[row] { words[row] &+= near[row] }
    }
    if scale == bitsScale { for row in words.indices { words[row] = OrderedBits.decode(words[row]) } }
    let column = Column(words, isNull: isNull, decimals: decimals)
    return !isDouble || column.isSound ? column : nil
  }

  /// A fast path for a column that is the same in every row, in its most common encoding; `nil` for any
  /// other.
  private static func readSame(_ bytes: UnsafeRawBufferPointer, isDouble: Bool, reference: Column?) -> Column?
  {
    let head = bytes[0]
    let isRelative = head == Method.constant.rawValue | relativeBit && reference?.form == .same
    guard head == Method.constant.rawValue || isRelative, bytes.count > (isDouble ? 2 : 1), bytes.count <= 9
    else {
      return nil
    }
    let scale = isDouble ? bytes[1] : 0
    guard scale <= DecimalScale.maximum else { return nil }
    var (number, shift) = (0 as UInt64, 0 as UInt64)
    for index in (isDouble ? 2 : 1)..<bytes.count {
      let byte = bytes[index]
      // Only the last byte says that no more follow.
      guard (byte >= 0x80) == (index < bytes.count - 1) else { return nil }
      number |= UInt64(byte & 0x7F) &<< shift
      shift &+= 7
    }
    guard shift == 7 || number >> (shift - 7) > 0 else { return nil }
    let value = ZigZag.decode(number) &+ (isRelative ? reference?.value ?? 0 : 0)
    let column = Column(same: value, decimals: Int(scale))
    return !isDouble || column.isSound ? column : nil
  }

  private static func readWords(
    _ method: Method, _ count: Int, hasUnit: Bool, from reader: inout BitReader
  ) -> [Int64]? {
    var (unit, base) = (Int64(1), Int64(0))
    if hasUnit {
      guard let size = reader.varint(), let first = reader.varint(),
        (2...IntegerPlan.greatestUnit).contains(size)
      else { return nil }
      (unit, base) = (Int64(size), ZigZag.decode(first))
    }
    var isRead = false
    var words = [Int64](unsafeUninitializedCapacity: count) { memory, initialized in
      isRead = IntegerCode.read(
        method, from: &reader, into: UnsafeMutableBufferPointer(rebasing: memory[..<count]))
      initialized = isRead ? count : 0
    }
    guard isRead else { return nil }
    if hasUnit { for index in words.indices { words[index] = base &+ unit &* words[index] } }
    return words
  }

  /// Moves the values to the rows that are not NULL, from the last one on.
  private static func spread(_ words: inout [Int64], _ isNull: [Bool]) {
    var next = words.count
    words += repeatElement(0, count: isNull.count - next)
    for row in isNull.indices.reversed() {
      if isNull[row] {
        words[row] = 0
      } else {
        next -= 1
        words[row] = words[next]
      }
    }
  }

  private static func readNulls(_ count: Int, from reader: inout BitReader) -> [Bool]? {
    var code = RiceCode(start: RiceCode.runStart)
    var isNull: [Bool] = []
    isNull.reserveCapacity(count)
    var (state, least) = (false, 0)
    while isNull.count < count {
      let length = code.read(from: &reader)
      guard length <= UInt64(count - isNull.count - least) else { return nil }
      isNull.append(contentsOf: repeatElement(state, count: Int(length) + least))
      (state, least) = (!state, 1)
    }
    return reader.align() && isNull.contains(true) ? isNull : nil
  }
}
