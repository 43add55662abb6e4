/// Reads lists of people: CSV with the header `name,phone,profile,region,external_id`.
public enum PeopleList {
  private static let columns = ["name", "phone", "profile", "region", "external_id"]

  /// The people of a list. The columns may stand in any order, all but `name` may be missing; an empty cell is
  /// absent, an absent profile is `responder`.
  ///
  /// - Throws: `CSVError` with the line at fault.
  public static func read(_ bytes: [UInt8]) throws(CSVError) -> [Person] {
    let records = try CSVReader.records(of: bytes)
    guard let header = records.first else { throw CSVError(line: 1, reason: "no header row") }
    for name in header.fields where !columns.contains(name) {
      throw CSVError(
        line: header.line, reason: "unknown column \"\(name)\"; known are \(columns.joined(separator: ", "))")
    }
    guard Set(header.fields).count == header.fields.count else {
      throw CSVError(line: header.line, reason: "a column stands there twice")
    }
    guard header.fields.contains("name") else {
      throw CSVError(line: header.line, reason: "the column \"name\" is missing")
    }
    var people: [Person] = []
    for record in records.dropFirst() { people.append(try person(record, header.fields)) }
    return people
  }

  private static func person(_ record: CSVReader.Record, _ header: [String]) throws(CSVError) -> Person {
    guard record.fields.count == header.count else {
      throw CSVError(line: record.line, reason: "\(record.fields.count) fields instead of \(header.count)")
    }
    func cell(_ name: String) -> String? {
      guard let index = header.firstIndex(of: name), !record.fields[index].isEmpty else { return nil }
      return record.fields[index]
    }
    guard let name = cell("name") else { throw CSVError(line: record.line, reason: "no name") }
    return Person(
      name: name, phone: cell("phone"), profile: cell("profile"), region: cell("region"),
      externalID: cell("external_id"), line: record.line)
  }
}
