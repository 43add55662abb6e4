import Columns
import Foundation
public import Rollcall
import SQL

/// All data about one responder, table by table and row by row, read in small steps while it is being
/// downloaded. Each step is a snapshot of its own, so that a long history holds up neither the log nor the
/// memory.
///
/// Not thread-safe.
public final class PersonalExport {
  /// A step of an export.
  public enum Step: Equatable, Sendable {
    /// A table begins: its name, and a description of its rows.
    case table(String, about: String)
    /// A row of it.
    case row([(name: String, value: Value)])

    /// Whether two steps are equal.
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

  /// The value of a column.
  public enum Value: Equatable, Sendable {
    /// Nothing.
    case none
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// A text; bytes that are not UTF-8 as hexadecimal digits.
    case text(String)
    /// An instant.
    case instant(Timestamp)
  }

  /// Rows of one step.
  static let page = 500

  private let store: Store
  private let id: Responder.ID
  private let workspace: Workspace.ID
  private var tables = PersonalData.tables[...]
  /// What is packed comes after the identity.
  private var packed = Packed.allCases[...]
  private var place: Place?

  /// Rows that lie packed, in several tables.
  private enum Packed: CaseIterable {
    case pings, uploads
  }

  /// The position in the present table.
  private enum Place {
    /// Rows with an id: those that existed when the table began.
    case ids(ArraySlice<Int64>)
    /// Rows without an id: the key of the last one read; empty = none yet.
    case after([SQLValue])
    /// Packed rows: the place of the last one read; `nil` = none yet.
    case packed(Packed, after: RowPlace?)
  }

  /// Begins an export of a responder. Blocks.
  ///
  /// - Throws: `notFound`, also for an erased person.
  public init(of id: Responder.ID, in workspace: Workspace.ID, _ store: Store) throws(StoreError) {
    _ = try store.read { try Responders.findUnerased(id, in: workspace, $0) }
    (self.id, self.workspace, self.store) = (id, workspace, store)
    // The identity comes first, for the reader's sake.
    tables = ArraySlice(
      PersonalData.tables.filter { !$0.told.isEmpty }
        .sorted { ($0.name == "responder" ? 0 : 1) < ($1.name == "responder" ? 0 : 1) })
  }

  /// The next steps; `nil` after the last. Blocks.
  public func next() throws(StoreError) -> [Step]? {
    if case .packed(let kind, let last) = place { return try rows(kind, after: last) }
    guard let table = tables.first else { return nil }
    var steps: [Step] = []
    let from: Place
    if let place {
      from = place
    } else {
      steps.append(.table(table.name, about: table.words))
      from = try begin(table)
    }
    let (rows, rest) = try store.read { try Self.rows(of: table, $0, from: from, self.id, self.workspace) }
    steps += rows.map(Step.row)
    place = rest
    if rest == nil {
      tables.removeFirst()
      steps += beginPacked()
    }
    return steps
  }

  /// Begins the next packed rows, if there are more.
  private func beginPacked() -> [Step] {
    guard let kind = packed.popFirst() else { return [] }
    place = .packed(kind, after: nil)
    return switch kind {
    case .pings: [.table(PersonalPings.name, about: PersonalPings.words)]
    case .uploads: [.table(PersonalUploads.name, about: PersonalData.uploadWords)]
    }
  }

  private func rows(_ kind: Packed, after last: RowPlace?) throws(StoreError) -> [Step] {
    let page = try store.read { db in
      switch kind {
      case .pings: try PersonalPings.page(of: self.id, after: last, limit: Self.page, db)
      case .uploads: try PersonalUploads.page(of: self.id, after: last, limit: Self.page, db)
      }
    }
    let steps = page.rows.map(Step.row)
    if page.rows.count == Self.page {
      place = .packed(kind, after: page.last)
      return steps
    }
    place = nil
    return steps + beginPacked()
  }

  private func begin(_ table: PersonalTable) throws(StoreError) -> Place {
    guard !table.key.hasPrefix("(") else { return .after([]) }
    return try store.read { db in
      let query: Query = """
        SELECT \(Query(trusted: table.key)) FROM \(table.query)
        WHERE \(table.mine(self.id, self.workspace)) ORDER BY 1
        """
      return .ids(try db.all(query, as: Int64.self)[...])
    }
  }

  private static func rows(
    of table: PersonalTable, _ db: Database, from place: Place, _ id: Responder.ID, _ workspace: Workspace.ID
  ) throws -> ([[(name: String, value: Value)]], Place?) {
    switch place {
    case .ids(let ids):
      let (told, key) = (list(table.told), Query(trusted: table.key))
      let found = try db.all(
        """
        SELECT \(told) FROM \(table.query)
        WHERE \(table.within(workspace))\(key) IN \(list: ids.prefix(page)) ORDER BY \(key)
        """
      ) { try values($0, table) }
      return (found, ids.count > page ? .ids(ids.dropFirst(page)) : nil)
    case .after(let last): return try keyed(table, db, after: last, id, workspace)
    case .packed: return ([], nil)
    }
  }

  /// A page in the order of the key, so that deletions meanwhile do not matter. The key's columns follow the
  /// exported ones.
  private static func keyed(
    _ table: PersonalTable, _ db: Database, after last: [SQLValue], _ id: Responder.ID,
    _ workspace: Workspace.ID
  ) throws -> ([[(name: String, value: Value)]], Place?) {
    let key = list(table.keyColumns)
    let lastKey = Query(last.map { "\($0)" }, separator: ", ")
    let later: Query = last.isEmpty ? "" : "AND (\(key)) > (\(lastKey))"
    let found = try db.all(
      """
      SELECT \(list(table.told + table.keyColumns)) FROM \(table.query)
      WHERE (\(table.mine(id, workspace))) \(later) ORDER BY \(key) LIMIT \(page)
      """
    ) { row in
      let keys = table.told.count..<(table.told.count + table.keyColumns.count)
      return (values: try values(row, table), key: try keys.map { try row[$0] as SQLValue })
    }
    return (found.map(\.values), found.count == page ? found.last.map { .after($0.key) } : nil)
  }

  private static func list(_ columns: [String]) -> Query { Query(trusted: columns.joined(separator: ", ")) }

  private static func values(_ row: Row, _ table: PersonalTable) throws -> [(name: String, value: Value)] {
    try table.told.enumerated().map { (name: $1, value: value(try row[$0], of: $1)) }
  }

  private static func value(_ value: SQLValue, of column: String) -> Value {
    switch value {
    case .null: .none
    case .integer(let number):
      PersonalTable.isInstant(column) ? .instant(Timestamp(milliseconds: number)) : .integer(number)
    case .real(let number): .number(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .text(String(bytes: bytes, encoding: .utf8) ?? AuditChain.hex(Data(bytes)))
    }
  }
}
