/// Conditions of the tables that follow from the domain's types.
extension ClosedRange<Int> {
  /// `BETWEEN 1 AND 200`.
  var between: String { "BETWEEN \(lowerBound) AND \(upperBound)" }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// `status = 'online' OR status = 'offline' …`. An `IN` list of three or more constants makes SQLite build a B-tree at
  /// each write of a row.
  static func check(_ column: String) -> String {
    allCases.map { "\(column) = '\($0.rawValue)'" }.joined(separator: " OR ")
  }
}
