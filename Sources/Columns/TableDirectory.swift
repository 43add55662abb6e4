/// Where the columns of one kind of rows lie in a chunk.
struct TableDirectory: Sendable {
  let count: Int
  /// A bit for each column that is not all NULL.
  fileprivate let present: UInt32
  /// By the columns' numbers; absent ones take nothing.
  private var lengths: [Int]
  /// Of the first column.
  private var start = 0

  fileprivate init(count: Int, present: UInt32, lengths: [Int]) {
    (self.count, self.present, self.lengths) = (count, present, lengths)
  }

  /// Says where the first column begins; returns where the last one ends.
  mutating func place(from start: Int) -> Int {
    self.start = start
    return lengths.reduce(start, +)
  }

  // MARK: Writing

  /// The most bytes that the columns of rows take.
  static func space<Name: ColumnName>(_ rows: Rows<Name>) -> Int {
    64 + rows.columns.count * ColumnCode.space(rows.count)
  }

  static func write<Name: ColumnName>(
    _ rows: Rows<Name>, directory: inout [UInt8], payload: inout BitWriter
  ) throws(ChunkError) {
    append(UInt64(rows.count), to: &directory)
    if rows.count == 0 { return }
    let columns = rows.columns.map { $0.normalized() }
    var present: UInt32 = 0
    for name in Name.allCases {
      let column = columns[name.rawValue]
      let isKnown = name.isRequired ? column.hasAll : column.form != .missing
      guard isKnown, column.form != .words || column.words.count == rows.count else {
        throw .missingColumn(Name.table, name.rawValue)
      }
      if column.form != .nulls { present |= 1 << UInt32(name.rawValue) }
    }
    append(UInt64(present), to: &directory)
    for name in Name.allCases where present >> UInt32(name.rawValue) & 1 == 1 {
      let start = payload.count
      ColumnCode.write(
        columns[name.rawValue], rows.count, isDouble: name.isDouble,
        reference: name.reference.map { columns[$0.rawValue] }, to: &payload)
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

  func read<Name: ColumnName>(_ names: ColumnSet<Name>, from bytes: [UInt8]) throws(ChunkError) -> Rows<Name>
  {
    if count == 0 { return Rows() }
    var columns: [Column] = []
    columns.reserveCapacity(lengths.count)
    var offset = start
    for name in Name.allCases {
      let number = name.rawValue
      let range = offset..<offset + lengths[number]
      offset = range.upperBound
      if !names.contains(name), !isReference(name, of: names) {
        columns.append(.missing)
      } else if present >> UInt32(number) & 1 == 0 {
        columns.append(.nulls)
      } else {
        let reference = name.reference.map { columns[$0.rawValue] }
        let column = bytes.withUnsafeBytes { bytes in
          ColumnCode.read(
            UnsafeRawBufferPointer(rebasing: bytes[range]), count, isDouble: name.isDouble,
            reference: reference)
        }
        guard let column, !name.isRequired || column.hasAll else { throw .damagedColumn(Name.table, number) }
        columns.append(column)
      }
    }
    return Rows(count: count, columns: columns)
  }

  private func isReference<Name: ColumnName>(_ name: Name, of names: ColumnSet<Name>) -> Bool {
    Name.allCases.contains { names.contains($0) && $0.reference?.rawValue == name.rawValue }
  }
}

/// Reads the directory of a chunk.
struct DirectoryReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], from position: Int, to end: Int) {
    (self.bytes, self.position, self.end) = (bytes, position, end)
  }

  mutating func table<Name: ColumnName>(_: Name.Type) throws(ChunkError) -> TableDirectory {
    let columns = Name.allCases
    let count = try number(upTo: Chunk.maximumRows)
    var lengths = [Int](repeating: 0, count: columns.count)
    if count == 0 { return TableDirectory(count: 0, present: 0, lengths: lengths) }
    let present = UInt32(try number(upTo: 1 << columns.count - 1))
    for name in columns {
      if present >> UInt32(name.rawValue) & 1 == 1 {
        lengths[name.rawValue] = try number(upTo: end)
      } else if name.isRequired {
        throw .damagedDirectory
      }
    }
    return TableDirectory(count: count, present: present, lengths: lengths)
  }

  /// A number in as few bytes as it needs, at most `limit`, which is below 2³¹.
  private mutating func number(upTo limit: Int) throws(ChunkError) -> Int {
    var (value, shift) = (0, 0)
    while true {
      guard position < end else { throw .truncated }
      let byte = Int(bytes[position])
      position += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 {
        guard value <= limit, byte > 0 || shift == 0 else { throw .damagedDirectory }
        return value
      }
      shift += 7
      guard shift <= 28 else { throw .damagedDirectory }
    }
  }
}
