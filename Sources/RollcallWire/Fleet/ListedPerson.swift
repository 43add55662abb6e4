/// A person in a list of people: CSV with the header `name,phone,profile,region,external_id,skills`.
public struct ListedPerson: Equatable, Sendable {
  /// Their name.
  public let name: String
  /// E.164, e.g. `+38640123456`.
  public let phone: String?
  /// The name of a profile.
  public let profile: String?
  /// The name of a region.
  public let region: String?
  /// Their id in the operator's own system.
  public let externalID: String?
  /// What they can do: `medic;boat=2027-03-31`.
  public let skills: String?
  /// Their line in the list, from 1.
  public let line: Int

  private static let columns = ["name", "phone", "profile", "region", "external_id", "skills"]

  /// Reads a list of people. The columns may be in any order, all but `name` may be missing; an empty cell is
  /// absent.
  ///
  /// - Throws: `CSVError` with the line at fault.
  public static func read(_ bytes: [UInt8]) throws(CSVError) -> [ListedPerson] {
    let table = try CSVTable(bytes)
    for name in table.columns where !columns.contains(name) {
      throw CSVError(
        line: table.headerLine,
        reason: "unknown column \"\(name)\"; known are \(columns.joined(separator: ", "))")
    }
    guard table.columns.contains("name") else {
      throw CSVError(line: table.headerLine, reason: "the column \"name\" is missing")
    }
    var people: [ListedPerson] = []
    for row in table.rows { people.append(try ListedPerson(row)) }
    return people
  }

  private init(_ row: CSVTable.Row) throws(CSVError) {
    guard let name = row["name"] else { throw CSVError(line: row.line, reason: "no name") }
    self.name = name
    (phone, profile, region) = (row["phone"], row["profile"], row["region"])
    (externalID, skills, line) = (try row.externalID(), row["skills"], row.line)
  }
}
