/// Rows of one kind, column by column.
///
/// When only some columns were decoded, only those may be read. Reading any other is out of range, as in an
/// array.
public struct Rows<Name: ColumnName>: Sendable {
  /// How many.
  public private(set) var count: Int
  /// By the columns' numbers.
  private(set) var columns: [Column]

  init(count: Int, columns: [Column]) {
    self.count = count
    self.columns = columns
  }

  /// No rows.
  public init() {
    count = 0
    columns = [Column](repeating: .nulls, count: Name.traits.count)
  }

  /// An integer, `nil` = NULL.
  ///
  /// - Parameter row: 0 ..< `count`.
  public func integer(_ name: Name, _ row: Int) -> Int64? { columns[name.rawValue].integer(row) }

  /// A double, `nil` = NULL.
  ///
  /// - Parameter row: 0 ..< `count`.
  public func double(_ name: Name, _ row: Int) -> Double? { columns[name.rawValue].double(row) }

  /// The whole column of integers, 0 where NULL.
  public func integers(_ name: Name) -> [Int64] { columns[name.rawValue].words(count) }

  /// How many decimals the column's doubles have, for printing them without floating-point arithmetic; `nil`
  /// when they are stored as bits. `integers` has them without the point.
  public func decimals(_ name: Name) -> Int? {
    let decimals = columns[name.rawValue].decimals
    return decimals < 0 ? nil : decimals
  }

  /// Appends `others`. A column that one of the two lacks is dropped.
  public mutating func append(_ others: Rows) {
    if others.count == 0 { return }
    if count == 0 {
      self = others
      return
    }
    for number in columns.indices { columns[number].append(others.columns[number], count, others.count) }
    count += others.count
  }

  /// The rows with these numbers, each 0 ..< `count`, in this order.
  public func picked(_ rows: some Collection<Int>) -> Rows {
    Rows(count: rows.count, columns: columns.map { $0.picked(rows) })
  }

  /// Sets the values of a column in rows that are not NULL, row by row.
  @inline(__always)
  func eachInteger(_ name: Name, _ set: (Int, Int64) -> Void) {
    columns[name.rawValue].each(count, set)
  }

  /// The same of doubles.
  @inline(__always)
  func eachDouble(_ name: Name, _ set: (Int, Double) -> Void) {
    let decimals = columns[name.rawValue].decimals
    let power = decimals < 0 ? 1 : DecimalScale.powers[decimals]
    columns[name.rawValue].each(count) { row, word in
      set(row, decimals < 0 ? Double(bitPattern: UInt64(bitPattern: word)) : Double(word) / power)
    }
  }
}
