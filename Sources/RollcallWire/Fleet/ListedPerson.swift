import Rollcall

/// A person in a list of people.
public struct ListedPerson: Equatable, Sendable {
  /// Their name; empty when the list has none.
  public let name: String
  /// As it is written there: `+38640123456`, `040 123 456`.
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

  init(
    name: String, phone: String?, profile: String?, region: String?, externalID: String?, skills: String?,
    line: Int
  ) {
    (self.name, self.phone, self.profile, self.region) = (name, phone, profile, region)
    (self.externalID, self.skills, self.line) = (externalID, skills, line)
  }

  /// Reads a list with heads such as `name,phone,profile,region,external_id,skills`, in any order and in any capitals,
  /// separated by commas, semicolons or tabs; all but the name may be missing.
  ///
  /// - Throws: `CSVError` with the line at fault.
  public static func read(_ bytes: [UInt8]) throws(CSVError) -> [ListedPerson] {
    let sheet = try PeopleSheet(bytes)
    guard let heads = sheet.heads else {
      guard let first = sheet.rows.first else { throw CSVError(line: 1, reason: "no header row") }
      throw CSVError(
        line: 1,
        reason:
          "the first row must name the columns, not \"\(first[0])\"; known are \(PeopleSheet.Column.allCases.words)"
      )
    }
    let columns = heads.map(PeopleSheet.column(headed:))
    var seen: Set<PeopleSheet.Column> = []
    for (head, column) in zip(heads, columns) where !head.isEmpty {
      if let column {
        guard seen.insert(column).inserted else {
          throw CSVError(line: 1, reason: "the column \"\(head)\" stands there twice")
        }
        continue
      }
      throw .unknownColumn(head, among: PeopleSheet.Column.allCases.map(\.rawValue), line: 1)
    }
    guard columns.contains(.name) || columns.contains(.family) else {
      throw CSVError(line: 1, reason: "the column \"name\" is missing")
    }
    let people = sheet.people(columns)
    for person in people {
      if person.name.isEmpty { throw CSVError(line: person.line, reason: "no name") }
      if let id = person.externalID, id.utf8.count > 128 || id.hasControlCharacters {
        throw CSVError(
          line: person.line,
          reason: "an external_id is \(NameLimits.words(upTo: 128)), on one line")
      }
    }
    return people
  }
}

extension [PeopleSheet.Column] {
  fileprivate var words: String { map(\.rawValue).joined(separator: ", ") }
}
