import Columns
import SQL

/// A number that tells rows of different content apart. Two chains of 64 bits, which is enough against mistakes.
struct RowHash {
  fileprivate var low: UInt64 = 0x243f_6a88_85a3_08d3
  fileprivate var high: UInt64 = 0x1319_8a2e_0370_7344

  private mutating func mix(_ word: UInt64) {
    low = (low ^ word) &* 0x9e37_79b9_7f4a_7c15
    low ^= low >> 32
    high = (high &+ word) &* 0xc2b2_ae3d_27d4_eb4f
    high ^= high >> 29
  }

  /// Adds an integer; `nil` = NULL.
  mutating func add(_ value: Int64?) {
    mix(value == nil ? 0 : 1)
    if let value { mix(UInt64(bitPattern: value)) }
  }

  /// Adds a number to the last bit; `nil` = NULL.
  mutating func add(_ value: Double?) {
    mix(value == nil ? 0 : 2)
    if let value { mix(value.bitPattern) }
  }

  /// Adds whatever a column holds.
  mutating func add(_ cell: Cell) throws {
    if let value = cell.integer {
      add(value)
    } else if let value = cell.number {
      add(value)
    } else if let text = cell.text {
      add(text.utf8, as: 3)
    } else if let bytes = cell.bytes {
      add(bytes, as: 4)
    } else {
      add(nil as Int64?)
    }
  }

  private mutating func add(_ bytes: some Collection<UInt8>, as type: UInt64) {
    mix(type)
    mix(UInt64(bytes.count))
    for byte in bytes { mix(UInt64(byte)) }
  }
}

/// How many rows there are, and a sum over them that does not depend on their order.
struct RowSum: Equatable, CustomStringConvertible {
  private(set) var count: Int64 = 0
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Adds a row.
  mutating func add(_ row: RowHash) {
    count &+= 1
    low &+= row.low
    high &+= row.high
  }

  /// Takes a row away again; what is left of equal rows is an empty sum.
  mutating func remove(_ row: RowHash) {
    count &-= 1
    low &-= row.low
    high &-= row.high
  }

  /// For a file that remembers it.
  var description: String { "\(count) \(String(low, radix: 16)) \(String(high, radix: 16))" }

  /// The sum of a result.
  ///
  /// - Parameter tell: called after each few thousand rows with their number.
  static func of(_ query: Query, in db: Database, tell: (Int64) throws -> Void = { _ in }) throws -> RowSum {
    var (sum, told) = (RowSum(), Int64(0))
    try db.each(query) { row in
      var hash = RowHash()
      for index in 0..<row.count { try hash.add(row.cell(index)) }
      sum.add(hash)
      if sum.count - told == 10_000 {
        try tell(10_000)
        told = sum.count
      }
    }
    try tell(sum.count - told)
    return sum
  }
}
