/// A table of people as a spreadsheet has it: cells separated by commas, semicolons or tabs, with or without a row of
/// heads, in columns of any order.
public struct PeopleSheet: Equatable, Sendable {
  /// What a column holds.
  public enum Column: String, CaseIterable, Sendable {
    case name, given, family, phone, profile, region, externalID = "external_id", skills
  }

  /// What the first row of a table is.
  public enum FirstRow: String, Sendable {
    case heads, person
  }

  /// The heads; `nil` when the first row is a person.
  public let heads: [String]?
  /// The cells of each person, without blanks around them.
  public let rows: [[String]]
  /// The line of each row, from 1.
  public let lines: [Int]
  /// What the columns hold, by their heads or what stands in them; `nil` = unknown.
  public let guess: [Column?]

  /// The most columns and people of a table.
  public static let most = (columns: 40, people: 5_000)

  /// Reads a table.
  ///
  /// - Parameter firstRow: what the first row is; `nil` = as it looks.
  /// - Throws: `CSVError` with the line at fault; also for a table that is too large.
  public init(_ bytes: [UInt8], firstRow: FirstRow? = nil) throws(CSVError) {
    let records = try CSVReader.records(of: bytes, separator: CSVSeparator.of(bytes))
    let width = records.map(\.fields.count).max() ?? 0
    guard width <= Self.most.columns else {
      throw CSVError(line: records.first?.line ?? 1, reason: "more than \(Self.most.columns) columns")
    }
    let cells = records.map { record in
      (record.fields + Array(repeating: "", count: width - record.fields.count)).map(CellText.meant)
    }
    let hasHeads = firstRow.map { $0 == .heads } ?? Self.looksHeaded(cells)
    let headed = hasHeads ? cells.first?.map(Self.column(headed:)) : nil
    (heads, rows) = (hasHeads ? cells.first : nil, Array(cells.dropFirst(hasHeads ? 1 : 0)))
    lines = records.dropFirst(hasHeads ? 1 : 0).map(\.line)
    guard rows.count <= Self.most.people else {
      throw CSVError(line: lines[Self.most.people], reason: "more than \(Self.most.people) people")
    }
    guess = Self.guess(rows, headed: Self.once(headed ?? Array(repeating: nil, count: width)))
  }

  /// The people, read by what the columns hold; an empty cell is absent.
  public func people(_ columns: [Column?]) -> [ListedPerson] {
    zip(rows, lines).map { cells, line in
      func cell(_ wanted: Column) -> String? {
        guard let place = columns.firstIndex(of: wanted), cells.indices.contains(place) else { return nil }
        return cells[place].isEmpty ? nil : cells[place]
      }
      let parts = [cell(.given), cell(.family)].compactMap(\.self)
      return ListedPerson(
        name: cell(.name) ?? parts.joined(separator: " "), phone: cell(.phone), profile: cell(.profile),
        region: cell(.region), externalID: cell(.externalID), skills: cell(.skills), line: line)
    }
  }

  /// What a head says; `nil` = nothing that is known. Capitals, blanks and signs do not count.
  public static func column(headed head: String) -> Column? {
    let word = String(head.lowercased().filter { $0.isLetter })
    return words.first { $0.value.contains(word) }?.key
  }

  private static let words: [Column: Set<String>] = [
    .name: ["name", "fullname", "person", "who", "displayname", "responder"],
    .given: ["firstname", "givenname", "forename", "first"],
    .family: ["lastname", "familyname", "surname", "last"],
    .phone: [
      "phone", "telephone", "tel", "mobile", "mobilephone", "phonenumber", "telephonenumber", "cell",
      "cellphone", "gsm",
      "number", "msisdn",
    ],
    .profile: ["profile", "role", "type"],
    .region: ["region", "area", "district", "station", "team", "unit"],
    .externalID: [
      "externalid", "id", "personnelnumber", "employeeid", "staffid", "staffnumber", "callsign", "code",
    ],
    .skills: ["skills", "skill", "qualifications", "certificates", "certifications"],
  ]

  /// Each kind of column once, the first that says so.
  private static func once(_ columns: [Column?]) -> [Column?] {
    var seen: Set<Column> = []
    return columns.map { column in column.flatMap { seen.insert($0).inserted ? $0 : nil } }
  }

  /// Whether the first row names the columns: it has a known word, or, in any language, a word above numbers.
  private static func looksHeaded(_ cells: [[String]]) -> Bool {
    guard let first = cells.first else { return false }
    if first.contains(where: { column(headed: $0) != nil }) { return true }
    let people = cells.dropFirst()
    return first.indices.contains { place in
      !first[place].isEmpty && !first[place].utf8.contains(where: isDigit) && hasNumbers(place, people)
    }
  }

  /// What the columns hold. Where no head says which is the name, their cells tell: the column of numbers is the
  /// phone, the first other one with letters the name.
  private static func guess(_ rows: [[String]], headed: [Column?]) -> [Column?] {
    guard !headed.contains(.name), !headed.contains(.given), !headed.contains(.family) else { return headed }
    var columns = headed
    let free = headed.indices.filter { headed[$0] == nil }
    let phone = headed.contains(.phone) ? nil : free.first { hasNumbers($0, rows[...]) }
    if let phone { columns[phone] = .phone }
    let name = free.first { place in
      place != phone && rows.contains { $0[place].contains(where: \.isLetter) }
    }
    if let name { columns[name] = .name }
    return columns
  }

  /// Whether all cells of a column that are not empty look like telephone numbers.
  private static func hasNumbers(_ place: Int, _ rows: ArraySlice<[String]>) -> Bool {
    let cells = rows.map { $0[place] }.filter { !$0.isEmpty }
    return !cells.isEmpty && cells.allSatisfy { cell in cell.utf8.count(where: isDigit) >= 6 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
