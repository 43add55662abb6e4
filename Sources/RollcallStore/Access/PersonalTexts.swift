import GRDB
import Rollcall

/// What people typed into texts that are about something else, and that names somebody all the same: their whole name,
/// their number, their id in the operator's system. Nicknames and misspellings are not found.
enum PersonalTexts {
  /// Columns of a workspace that hold such texts.
  static let columns: [(table: String, column: String)] = [
    ("incident", "title"), ("incident", "notes"), ("incident", "place"), ("incident_step", "detail"),
    ("alert", "detail"), ("event", "name"), ("doubt_review", "note"), ("alert_act", "note"),
    ("hold", "reason"), ("hold", "note"),
  ]

  /// Shorter ones are found in other words: they are not looked for.
  static let shortest = 4

  /// By what a person is named.
  static func names(of person: Responder) -> [String] {
    [person.name, person.phone, person.externalID].compactMap(\.self).filter { $0.utf8.count >= shortest }
  }

  /// How many texts of a workspace name the person.
  static func count(_ person: Responder, _ db: Database) throws -> Int {
    var count = 0
    try each(person, db) { _, _, _, _ in count += 1 }
    return count
  }

  /// Puts `words` where texts of a workspace name the person.
  static func overwrite(_ person: Responder, with words: String, _ db: Database) throws {
    var found: [(table: String, column: String, id: Int64, text: String)] = []
    try each(person, db) { found.append(($0, $1, $2, $3)) }
    for text in found {
      let clean = names(of: person).reduce(text.text) { replacing($1, in: $0, with: words) }
      do {
        try update(text.table, text.column, text.id, to: clean, db)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // The words may be longer than the name: what has no room is cut. As many characters as before have room.
        let cut = String(clean.unicodeScalars.prefix(text.text.unicodeScalars.count))
        try update(text.table, text.column, text.id, to: cut, db)
      }
    }
  }

  private static func update(
    _ table: String, _ column: String, _ id: Int64, to text: String, _ db: Database
  ) throws {
    try db.execute(sql: "UPDATE \(table) SET \(column) = ? WHERE id = ?", arguments: [text, id])
  }

  private static func each(
    _ person: Responder, _ db: Database, _ body: (String, String, Int64, String) -> Void
  ) throws {
    let names = names(of: person)
    guard !names.isEmpty else { return }
    for (table, column) in columns {
      let condition = names.map { _ in "instr(\(column), ?) > 0" }.joined(separator: " OR ")
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, \(column) FROM \(table) WHERE workspace_id = ? AND (\(condition))",
        arguments: [person.workspace.rawValue] + StatementArguments(names))
      while let row = try rows.next() {
        let text: String = row[1]
        if names.contains(where: { replacing($0, in: text, with: "") != text }) {
          body(table, column, row[0], text)
        }
      }
    }
  }

  /// The text with `words` for each `name` that stands for itself: not within a longer word or number.
  static func replacing(_ name: String, in text: String, with words: String) -> String {
    let (name, all) = (Array(name.unicodeScalars), Array(text.unicodeScalars))
    guard !name.isEmpty, all.count >= name.count else { return text }
    var result = String.UnicodeScalarView()
    var index = 0
    while index < all.count {
      let end = index + name.count
      if end <= all.count, all[index..<end].elementsEqual(name), isEdge(all, index - 1), isEdge(all, end) {
        result.append(contentsOf: words.unicodeScalars)
        index = end
      } else {
        result.append(all[index])
        index += 1
      }
    }
    return String(result)
  }

  private static func isEdge(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard scalars.indices.contains(index) else { return true }
    return !scalars[index].properties.isAlphabetic && scalars[index].properties.numericType == nil
  }
}
