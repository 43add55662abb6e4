public import Rollcall

/// Reads a gazetteer block by block: a CSV file with the header `name,number,town,lat,lng`, in any order of columns and
/// capitals; cells are separated by commas, semicolons or tabs.
public struct AddressList {
  private var columns: [String: Int]?
  private var separator = CSVSeparator.comma
  private var line = 0
  private var rest: [UInt8] = []

  /// The longest line, bytes.
  public static let longestLine = 4_096
  private static let names = ["name", "number", "town", "lat", "lng"]

  /// A reader at the beginning of a file.
  public init() {}

  /// The addresses of the lines that end in the next block of the file.
  ///
  /// - Parameter isLast: whether the file ends with it.
  /// - Throws: `CSVError` with the line of the file at fault.
  public mutating func read(_ block: some Collection<UInt8>, isLast: Bool) throws(CSVError) -> [NewAddress] {
    rest += block
    let end = isLast ? rest.endIndex : rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    guard isLast || rest.count - end <= Self.longestLine else {
      throw CSVError(line: line + 1, reason: "a line of more than \(Self.longestLine) characters")
    }
    let lines = Array(rest[..<end])
    rest.removeSubrange(..<end)
    if columns == nil { separator = CSVSeparator.of(lines) }
    let records: [CSVReader.Record]
    do throws(CSVError) { records = try CSVReader.records(of: lines, separator: separator) } catch {
      throw CSVError(line: line + error.line, reason: error.reason)
    }
    var found: [NewAddress] = []
    found.reserveCapacity(records.count)
    for record in records {
      guard let columns else {
        columns = try Self.columns(record)
        continue
      }
      found.append(try address(record, columns, at: line + record.line))
    }
    line += lines.count { $0 == UInt8(ascii: "\n") }
    if isLast, columns == nil { throw CSVError(line: 1, reason: "no header row") }
    return found
  }

  private static func columns(_ record: CSVReader.Record) throws(CSVError) -> [String: Int] {
    var columns: [String: Int] = [:]
    for (place, head) in record.fields.map(CellText.head).enumerated() {
      guard names.contains(head) else { throw .unknownColumn(head, among: names, line: record.line) }
      guard columns.updateValue(place, forKey: head) == nil else {
        throw CSVError(line: record.line, reason: "the column \"\(head)\" stands there twice")
      }
    }
    guard columns.count == names.count else {
      throw CSVError(line: record.line, reason: "the header is \(names.joined(separator: ","))")
    }
    return columns
  }

  private func address(
    _ record: CSVReader.Record, _ columns: [String: Int], at line: Int
  ) throws(CSVError) -> NewAddress {
    guard record.fields.count == columns.count else {
      throw CSVError(line: line, reason: "\(record.fields.count) fields instead of \(columns.count)")
    }
    let field = { (name: String) in columns[name].map { CellText.meant(record.fields[$0]) } ?? "" }
    let number = { (name: String) in CellText.number(field(name), separator: separator) }
    guard let latitude = number("lat"), let longitude = number("lng"),
      let position = Position(latitude: latitude, longitude: longitude)
    else { throw CSVError(line: line, reason: "lat and lng are no place on Earth") }
    guard
      let address = NewAddress(
        name: field("name"), number: field("number"), town: field("town"), position: position)
    else {
      throw CSVError(
        line: line,
        reason:
          "a name has 1 to \(NewAddress.nameLimit) characters, a town at most as many, a number at most \(NewAddress.numberLimit), each on one line"
      )
    }
    return address
  }
}
