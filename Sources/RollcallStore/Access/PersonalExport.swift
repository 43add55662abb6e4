import Foundation
import GRDB
public import Rollcall

/// Everything that is held about one responder, table by table and row by row, read in small steps while somebody takes
/// it: each step is a snapshot of its own, so that a long history holds up neither the log nor the memory.
///
/// Not for several threads at once.
public final class PersonalExport {
  /// A step of an export.
  public enum Step: Equatable, Sendable {
    /// A table begins: its name, and what its rows are, for people.
    case table(String, about: String)
    /// A row of it.
    case row([(name: String, value: Value)])

    /// Whether two steps are the same.
    public static func == (one: Step, other: Step) -> Bool {
      switch (one, other) {
      case (.table(let name, let about), .table(let otherName, let otherAbout)):
        name == otherName && about == otherAbout
      case (.row(let row), .row(let other)):
        row.elementsEqual(other) { $0.name == $1.name && $0.value == $1.value }
      default: false
      }
    }
  }

  /// What a column holds.
  public enum Value: Equatable, Sendable {
    /// Nothing.
    case none
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// A text, or bytes that are none as hexadecimal digits.
    case text(String)
    /// An instant.
    case instant(Timestamp)
  }

  /// Rows of one step.
  static let page = 500

  private let store: Store
  private let id: Responder.ID
  private var tables = PersonalData.tables[...]
  private var place: Place?

  /// Where the table at hand goes on.
  private enum Place {
    /// Rows that have a number: those that were there when the table began.
    case ids(ArraySlice<Int64>)
    /// Rows that have none: the key of the last one that was read; empty = none was.
    case after([DatabaseValue])
  }

  /// An export of somebody of a workspace. Blocks.
  ///
  /// - Throws: `notFound`, for somebody who was erased, too.
  public init(of id: Responder.ID, in workspace: Workspace.ID, _ store: Store) throws(StoreError) {
    _ = try store.read { try PersonalErasure.find(id, in: workspace, $0) }
    (self.id, self.store) = (id, store)
    // Who they are comes first for whoever reads it.
    tables = ArraySlice(
      PersonalData.tables.sorted { ($0.name == "responder" ? 0 : 1) < ($1.name == "responder" ? 0 : 1) })
  }

  /// The next steps; `nil` after the last. Blocks.
  public func next() throws(StoreError) -> [Step]? {
    guard let table = tables.first else { return nil }
    var steps: [Step] = []
    let from: Place
    if let place {
      from = place
    } else {
      steps.append(.table(table.name, about: table.words))
      from = try begin(table)
    }
    let (rows, rest) = try store.read { try Self.rows(of: table, $0, from: from, self.id) }
    steps += rows.map(Step.row)
    place = rest
    if rest == nil { tables.removeFirst() }
    return steps
  }

  private func begin(_ table: PersonalTable) throws(StoreError) -> Place {
    guard !table.key.hasPrefix("(") else { return .after([]) }
    return try store.read { db in
      .ids(
        try Int64.fetchAll(
          db, sql: "SELECT \(table.key) FROM \(table.name) WHERE \(table.mine) ORDER BY 1",
          arguments: ["id": self.id.rawValue])[...])
    }
  }

  private static func rows(
    of table: PersonalTable, _ db: Database, from place: Place, _ id: Responder.ID
  ) throws -> ([[(name: String, value: Value)]], Place?) {
    let select = "SELECT \(table.told.joined(separator: ", ")) FROM \(table.name)"
    let (found, rest): ([Row], Place?)
    switch place {
    case .ids(let ids):
      let list = "[" + ids.prefix(page).map(String.init).joined(separator: ",") + "]"
      found = try Row.fetchAll(
        db, sql: "\(select) WHERE \(table.key) IN (SELECT value FROM json_each(?)) ORDER BY \(table.key)",
        arguments: [list])
      rest = ids.count > page ? .ids(ids.dropFirst(page)) : nil
    case .after(let last):
      (found, rest) = try keyed(table, db, after: last, id)
    }
    return (
      found.map { row in row.prefix(table.told.count).map { (name: $0, value: value($1, of: $0)) } }, rest
    )
  }

  /// A page in the order of the key; what was deleted meanwhile moves nothing. Behind what is told stands the key.
  private static func keyed(
    _ table: PersonalTable, _ db: Database, after last: [DatabaseValue], _ id: Responder.ID
  ) throws -> ([Row], Place?) {
    let key = table.keyColumns
    let names = last.indices.map { "last\($0)" }
    let list = key.joined(separator: ", ")
    let later = last.isEmpty ? "" : "AND (\(list)) > (\(names.map { ":\($0)" }.joined(separator: ", ")))"
    var arguments: [String: any DatabaseValueConvertible] = ["id": id.rawValue, "page": page]
    for (name, value) in zip(names, last) { arguments[name] = value }
    let found = try Row.fetchAll(
      db,
      sql: """
        SELECT \((table.told + key).joined(separator: ", ")) FROM \(table.name)
        WHERE (\(table.mine)) \(later) ORDER BY \(list) LIMIT :page
        """, arguments: StatementArguments(arguments))
    let reached = found.last.map { Array($0.databaseValues.suffix(key.count)) }
    return (found, found.count == page ? reached.map { .after($0) } : nil)
  }

  private static func value(_ value: DatabaseValue, of column: String) -> Value {
    switch value.storage {
    case .null: .none
    case .int64(let number):
      PersonalTable.isInstant(column) ? .instant(Timestamp(milliseconds: number)) : .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .text(text)
    case .blob(let bytes): .text(String(bytes: bytes, encoding: .utf8) ?? AuditChain.hex(bytes))
    }
  }
}
