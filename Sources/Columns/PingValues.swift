/// The doors for other modules that read and join positions: generic ones would not be specialised there, which costs
/// ten times as much.
extension Rows where Name == PingColumn {
  /// An integer, `nil` = NULL.
  ///
  /// - Parameter row: 0 ..< `count`.
  public func integer(_ name: PingColumn, _ row: Int) -> Int64? { columns[name.rawValue].integer(row) }

  /// A double, `nil` = NULL.
  ///
  /// - Parameter row: 0 ..< `count`.
  public func double(_ name: PingColumn, _ row: Int) -> Double? { columns[name.rawValue].double(row) }

  /// The rows in order, a part for each day that has some.
  public func days() -> [(day: Int64, rows: Rows<PingColumn>)] { ordered().byDay() }

  /// All rows, those of the first first.
  public static func joined(_ parts: [Rows<PingColumn>]) -> Rows<PingColumn> {
    var all = Rows<PingColumn>()
    for rows in parts { all.append(rows) }
    return all
  }
}
