import Rollcall
import RollcallWire

/// One column of a list: its name in files and JSON, its description, and its value from a row.
struct Column<Row>: Sendable {
  /// The header of the CSV, and the member of the JSON.
  let name: String
  /// Its description, a sentence; empty when the description of the next column covers both.
  let about: String
  private(set) var schema: CellSchema
  let cell: @Sendable (Row) -> Cell
  /// Writes the cell of a row to a file.
  let write: @Sendable (Row, inout CSVWriter, inout Zone) -> Void
  /// Where it appears: a file may use another name than JSON, and structures are not for files.
  private(set) var places: Set<Place> = [.csv, .json]

  enum Place { case csv, json }

  /// For example: `Column("recorded_at", "When the phone took it.") { $0.effective }`.
  init<Value: CellValue>(_ name: String, _ about: String = "", _ value: @escaping @Sendable (Row) -> Value) {
    (self.name, self.about) = (name, about)
    schema = Value.schema
    cell = { value($0).cell }
    write = { row, csv, zone in value(row).write(to: &csv, &zone) }
  }

  /// The column in files, or in JSON, alone.
  func only(_ place: Place) -> Column {
    var column = self
    column.places = [place]
    return column
  }

  /// A column with one of these words.
  func oneOf(_ words: [String]) -> Column {
    var column = self
    column.schema.words = words
    return column
  }
}

/// Makes a list of columns; each is type-checked by itself.
@resultBuilder
enum Columns<Row> {
  static func buildExpression(_ column: Column<Row>) -> [Column<Row>] { [column] }
  static func buildExpression(_ columns: [Column<Row>]) -> [Column<Row>] { columns }
  static func buildBlock(_ columns: [Column<Row>]...) -> [Column<Row>] { columns.flatMap(\.self) }
  static func buildArray(_ columns: [[Column<Row>]]) -> [Column<Row>] { columns.flatMap(\.self) }
}

/// A table: its columns, declared once for CSV, JSON, the manual and the schema.
struct Table<Row: Sendable>: Sendable {
  /// The columns of the file.
  let columns: [Column<Row>]
  /// The members of the JSON.
  let members: [Column<Row>]
  /// The members as a row is written: a list of a thousand people reads nothing else of a column.
  private let written: [(key: JSONKey, cell: @Sendable (Row) -> Cell)]
  /// The columns as a line of the file is written, for files of a million lines.
  private let writes: [@Sendable (Row, inout CSVWriter, inout Zone) -> Void]

  init(@Columns<Row> _ columns: () -> [Column<Row>]) {
    let all = columns()
    self.columns = all.filter { $0.places.contains(.csv) }
    members = all.filter { $0.places.contains(.json) }
    written = members.map { (JSONKey($0.name), $0.cell) }
    writes = self.columns.map(\.write)
  }

  /// The header of the CSV.
  var header: [String] { columns.map(\.name) }

  /// A row's cells, in the order of the columns.
  func cells(_ row: Row) -> [Cell] { columns.map { $0.cell(row) } }

  /// Writes a row as a line of CSV.
  func write(_ row: Row, to csv: inout CSVWriter, _ zone: inout Zone) {
    for write in writes { write(row, &csv, &zone) }
    csv.endRow()
  }

  /// Writes a row as the next value, an object with a member for each column.
  func write(_ row: Row, to json: inout JSONWriter) {
    json.object { members(of: row, to: &$0) }
  }

  /// Writes a member for each column into an object.
  func members(of row: Row, to json: inout JSONWriter) {
    for (key, cell) in written {
      json.key(key)
      json.value(cell(row))
    }
  }

  /// Each column with its description.
  var heads: [ReportColumn] {
    var about = ""
    let backwards = columns.reversed().map { column in
      if !column.about.isEmpty { about = column.about }
      return ReportColumn(column.name, about)
    }
    return backwards.reversed()
  }

  /// The description of each column, for people: columns that share a sentence are grouped.
  var manual: [ReportColumn] {
    var (manual, names): ([ReportColumn], [String]) = ([], [])
    for column in columns {
      names.append(column.name)
      guard !column.about.isEmpty else { continue }
      manual.append(ReportColumn(names.joined(separator: ", "), column.about))
      names = []
    }
    return manual
  }
}

extension JSONWriter {
  /// A member that is an array of rows.
  mutating func array<Row>(_ name: String, _ rows: some Sequence<Row>, of table: Table<Row>) {
    array(name) { list in for row in rows { table.write(row, to: &list) } }
  }
}
