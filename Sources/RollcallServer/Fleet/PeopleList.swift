public import RollcallWire

/// Reads lists of people: CSV with the header `name,phone,profile,region,external_id`.
public enum PeopleList {
  private static let columns = ["name", "phone", "profile", "region", "external_id"]

  /// The people of a list. The columns may stand in any order, all but `name` may be missing; an empty cell is
  /// absent, an absent profile is `responder`.
  ///
  /// - Throws: `CSVError` with the line at fault.
  public static func read(_ bytes: [UInt8]) throws(CSVError) -> [Person] {
    let table = try CSVTable(bytes)
    for name in table.columns where !columns.contains(name) {
      throw CSVError(
        line: table.headerLine,
        reason: "unknown column \"\(name)\"; known are \(columns.joined(separator: ", "))")
    }
    guard table.columns.contains("name") else {
      throw CSVError(line: table.headerLine, reason: "the column \"name\" is missing")
    }
    var people: [Person] = []
    for row in table.rows { people.append(try person(row)) }
    return people
  }

  private static func person(_ row: CSVTable.Row) throws(CSVError) -> Person {
    guard let name = row["name"] else { throw CSVError(line: row.line, reason: "no name") }
    return Person(
      name: name, phone: row["phone"], profile: row["profile"], region: row["region"],
      externalID: row["external_id"], line: row.line)
  }
}
