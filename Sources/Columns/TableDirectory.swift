/// Where the columns of one kind of rows lie in a chunk.
struct TableDirectory: Sendable {
  let count: Int
  private let traits: ColumnTraits
  /// A bit for each column that is not all NULL.
  private let present: UInt32
  /// By the columns' numbers; absent ones take nothing.
  private let lengths: [Int]
  /// Of the first column.
  private var start = 0

  init(_ traits: ColumnTraits, count: Int, present: UInt32, lengths: [Int]) {
    (self.traits, self.count, self.present, self.lengths) = (traits, count, present, lengths)
  }

  /// Says where the first column begins; returns where the last one ends.
  mutating func place(from start: Int) -> Int {
    self.start = start
    return lengths.reduce(start, +)
  }

  // MARK: Writing

  /// The most bytes that the columns of this many rows take.
  static func space(_ traits: ColumnTraits, _ count: Int) -> Int {
    64 + traits.count * ColumnCode.space(count)
  }

  static func write(
    _ columns: [Column], _ count: Int, _ traits: ColumnTraits, directory: inout [UInt8],
    payload: inout BitWriter
  ) throws(ChunkError) {
    append(UInt64(count), to: &directory)
    if count == 0 { return }
    let columns = columns.map { $0.normalized() }
    var present: UInt32 = 0
    for (number, column) in columns.enumerated() {
      let isKnown = traits.required >> UInt32(number) & 1 == 1 ? column.hasAll : column.form != .missing
      guard isKnown, column.form != .words || column.words.count == count else {
        throw .missingColumn(traits.table, number)
      }
      if column.form != .nulls { present |= 1 << UInt32(number) }
    }
    append(UInt64(present), to: &directory)
    for (number, column) in columns.enumerated() where column.form != .nulls {
      let start = payload.count
      ColumnCode.write(
        column, count, isDouble: traits.doubles >> UInt32(number) & 1 == 1,
        reference: traits.nearFirst >> UInt32(number) & 1 == 1 ? columns[0] : nil, to: &payload)
      append(UInt64(payload.count - start), to: &directory)
    }
  }

  private static func append(_ value: UInt64, to output: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }

  // MARK: Reading

  /// The columns whose bits are set; the others as missing, or as NULL when there are no rows.
  func read(_ wanted: UInt32, from bytes: [UInt8]) throws(ChunkError) -> [Column] {
    if count == 0 { return [Column](repeating: .nulls, count: traits.count) }
    // A column that is coded relative to the first needs the first.
    let wanted = wanted & traits.nearFirst == 0 ? wanted : wanted | 1
    var columns: [Column] = []
    columns.reserveCapacity(traits.count)
    var offset = start
    for number in 0..<traits.count {
      let range = offset..<offset + lengths[number]
      offset = range.upperBound
      let bit = 1 << UInt32(number) as UInt32
      if wanted & bit == 0 {
        columns.append(.missing)
      } else if present & bit == 0 {
        columns.append(.nulls)
      } else {
        let reference = traits.nearFirst & bit == 0 ? nil : columns[0]
        let column = bytes.withUnsafeBytes { bytes in
          ColumnCode.read(
            UnsafeRawBufferPointer(rebasing: bytes[range]), count, isDouble: traits.doubles & bit != 0,
            reference: reference)
        }
        guard let column, traits.required & bit == 0 || column.hasAll else {
          throw .damagedColumn(traits.table, number)
        }
        columns.append(column)
      }
    }
    return columns
  }
}
