import Rollcall

/// A CSV document whose first record names the columns, in any capitals; cells are separated by commas, semicolons or
/// tabs.
///
/// For example: `try CSVTable(bytes).rows.map { $0["name"] }`.
public struct CSVTable {
  /// One record below the header.
  public struct Row {
    /// The line on which it begins, from 1.
    public let line: Int
    fileprivate let columns: [String: Int]
    fileprivate let fields: [String]
    fileprivate let separator: UInt8

    /// The value of a column, without blanks around it; `nil` when it is empty or the document has no such column.
    public subscript(column: String) -> String? {
      guard let index = columns[column], fields.indices.contains(index) else { return nil }
      let text = CellText.meant(fields[index])
      return text.isEmpty ? nil : text
    }

    /// The number of a column, with a decimal point, or a comma where that does not separate the cells; `nil` when
    /// there is none.
    func number(_ column: String) -> Double? {
      self[column].flatMap { CellText.number($0, separator: separator) }
    }

    /// The id in the operator's own system, from the column `external_id`; `nil` when it is empty.
    ///
    /// - Throws: `CSVError` for more than 128 bytes and for control characters.
    func externalID() throws(CSVError) -> String? {
      guard let id = self["external_id"] else { return nil }
      guard id.utf8.count <= 128, !id.hasControlCharacters else {
        throw CSVError(
          line: line, reason: "an external_id has at most 128 characters, on one line")
      }
      return id
    }
  }

  /// The line of the header.
  public let headerLine: Int
  /// The names of the columns in small letters, in the order of the document.
  public let columns: [String]
  /// The records after the header, in their order.
  public let rows: [Row]

  /// Reads a whole document; blank lines are skipped.
  ///
  /// - Throws: `CSVError` when it is malformed, has no header or a duplicate column, or a record does not
  ///   have the length of the header.
  public init(_ bytes: [UInt8]) throws(CSVError) {
    let separator = CSVSeparator.of(bytes)
    let records = try CSVReader.records(of: bytes, separator: separator)
    guard let header = records.first else { throw CSVError(line: 1, reason: "no header row") }
    columns = header.fields.map(CellText.head)
    var places: [String: Int] = [:]
    for (place, name) in columns.enumerated() {
      guard places.updateValue(place, forKey: name) == nil else {
        throw CSVError(line: header.line, reason: "the column \"\(name)\" stands there twice")
      }
    }
    headerLine = header.line
    var rows: [Row] = []
    rows.reserveCapacity(records.count)
    for record in records.dropFirst() {
      guard record.fields.count == header.fields.count else {
        throw CSVError(
          line: record.line, reason: "\(record.fields.count) fields instead of \(header.fields.count)")
      }
      rows.append(Row(line: record.line, columns: places, fields: record.fields, separator: separator))
    }
    self.rows = rows
  }
}

extension CSVError {
  /// A head that names no column: the nearest one, and all there are.
  static func unknownColumn(_ head: String, among known: [String], line: Int) -> CSVError {
    let hint = NearestWord.hint(head, among: known)
    return CSVError(
      line: line, reason: "unknown column \"\(head)\"\(hint); known are \(known.joined(separator: ", "))")
  }
}
