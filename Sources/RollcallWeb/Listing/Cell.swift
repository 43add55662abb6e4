import Rollcall
import RollcallWire

/// One value of a row, before printing: CSV, JSON and pages each have their own format.
enum Cell: Sendable {
  case text(String?)
  case integer(Int64?)
  case number(Double?)
  case instant(Timestamp?)
  case flag(Bool?)
  /// Several words: separated by blanks in CSV, an array in JSON.
  case words([String])
  /// Texts with their instants: separated by semicolons in CSV, an array of objects in JSON.
  case dated([(at: Timestamp, text: String)]?)
  /// A value of several parts, for JSON only.
  case structure(@Sendable (inout JSONWriter) -> Void)
}

/// A value that a column can hold. Its type determines the JSON schema.
protocol CellValue: Sendable {
  static var schema: CellSchema { get }
  var cell: Cell { get }
  /// Writes its cell to a file; files of a million lines need not make it first.
  func write(to csv: inout CSVWriter, _ zone: inout Zone)
}

extension CellValue {
  func write(to csv: inout CSVWriter, _ zone: inout Zone) { csv.cell(cell, &zone) }
}

/// The type of a column in the schema of the JSON.
struct CellSchema: Equatable, Sendable {
  /// The schema's word: `integer`, `string`, …
  var type: String
  /// `date-time` of an instant.
  var format: String?
  /// Whether it may be missing in a row.
  var isOptional = false
  /// The possible words; `nil` = any.
  var words: [String]?
}

extension String: CellValue {
  static let schema = CellSchema(type: "string")
  var cell: Cell { .text(self) }
  func write(to csv: inout CSVWriter, _ zone: inout Zone) { csv.text(self) }
}

extension Int64: CellValue {
  static let schema = CellSchema(type: "integer")
  var cell: Cell { .integer(self) }
  func write(to csv: inout CSVWriter, _ zone: inout Zone) { csv.number(self) }
}

extension Int: CellValue {
  static let schema = CellSchema(type: "integer")
  var cell: Cell { .integer(Int64(self)) }
}

extension Double: CellValue {
  static let schema = CellSchema(type: "number")
  var cell: Cell { .number(self) }
  func write(to csv: inout CSVWriter, _ zone: inout Zone) { csv.number(self) }
}

extension Bool: CellValue {
  static let schema = CellSchema(type: "boolean")
  var cell: Cell { .flag(self) }
}

extension Timestamp: CellValue {
  static let schema = CellSchema(type: "string", format: "date-time")
  var cell: Cell { .instant(self) }
  func write(to csv: inout CSVWriter, _ zone: inout Zone) { csv.instant(self, &zone) }
}

extension Identifier: CellValue {
  static var schema: CellSchema { CellSchema(type: "integer", format: "int64") }
  var cell: Cell { .integer(rawValue) }
  func write(to csv: inout CSVWriter, _ zone: inout Zone) { csv.number(rawValue) }
}

extension [String]: CellValue {
  static let schema = CellSchema(type: "array")
  var cell: Cell { .words(self) }
}

extension Optional: CellValue where Wrapped: CellValue {
  static var schema: CellSchema {
    var schema = Wrapped.schema
    schema.isOptional = true
    return schema
  }

  var cell: Cell { self?.cell ?? .text(nil) }
  func write(to csv: inout CSVWriter, _ zone: inout Zone) {
    if let self { self.write(to: &csv, &zone) } else { csv.text(nil) }
  }
}

/// A length of time in seconds, to the millisecond.
struct Seconds: CellValue {
  static let schema = Double.schema
  let cell: Cell

  init(_ length: Milliseconds) { cell = .number(Double(length) / 1_000) }
}

/// A number to the thousandth, as shares are written.
struct Thousandths: CellValue {
  static let schema = Double.schema
  let cell: Cell

  init(_ value: Double) { cell = .number((value * 1_000).rounded() / 1_000) }
}

/// A value of several parts, which only JSON can have. Its schema is written by hand.
struct Structure: CellValue {
  static let schema = CellSchema(type: "object")
  let cell: Cell

  /// - Parameter write: writes it as the next value.
  init(_ write: @escaping @Sendable (inout JSONWriter) -> Void) { cell = .structure(write) }

  /// A row of a table as an object, or null.
  init<Row>(_ row: Row?, of table: Table<Row>) {
    self.init { json in if let row { table.write(row, to: &json) } else { json.null() } }
  }

  /// Rows of a table as an array.
  init<Row>(_ rows: [Row], of table: Table<Row>) {
    self.init { json in json.array { list in for row in rows { table.write(row, to: &list) } } }
  }
}

/// Facts with their instants.
struct DatedTexts: CellValue {
  static let schema = CellSchema(type: "array")
  let cell: Cell

  init(_ texts: [(at: Timestamp, text: String)]) { cell = .dated(texts) }
}

extension CSVWriter {
  /// Writes a cell.
  mutating func cell(_ cell: Cell, _ zone: inout Zone) {
    switch cell {
    case .text(let text): self.text(text)
    case .integer(let number): self.number(number)
    case .number(let number): self.number(number)
    case .instant(let instant): self.instant(instant, &zone)
    case .flag(let flag): text(flag.map { $0 ? "yes" : "no" })
    case .words(let words): text(words.isEmpty ? nil : words.joined(separator: " "))
    case .dated(let texts): text(texts.map { zone.text($0) })
    case .structure: text(nil)
    }
  }
}

extension JSONWriter {
  /// Writes a cell as the next value.
  mutating func value(_ cell: Cell) {
    switch cell {
    case .text(let text): value(text)
    case .integer(let number): value(number)
    case .number(let number): value(number)
    case .instant(let instant): value(instant)
    case .flag(let flag): value(flag)
    case .words(let words): array { list in for word in words { list.value(word) } }
    case .dated(let texts):
      array { list in
        for entry in texts ?? [] {
          list.object {
            $0.member("at", entry.at)
            $0.member("text", entry.text)
          }
        }
      }
    case .structure(let write): write(&self)
    }
  }
}

extension Zone {
  /// A cell as in CSV, without quotes.
  mutating func text(_ cell: Cell) -> String {
    switch cell {
    case .text(let text): text ?? ""
    case .integer(let number): number.map(String.init) ?? ""
    case .number(let number): number?.description ?? ""
    case .instant(let instant): instant.map { self.text($0) } ?? ""
    case .flag(let flag): flag.map { $0 ? "yes" : "no" } ?? ""
    case .words(let words): words.joined(separator: " ")
    case .dated(let texts): texts.map { text($0) } ?? ""
    case .structure: ""
    }
  }

  /// An instant with the zone's offset.
  fileprivate mutating func text(_ instant: Timestamp) -> String {
    var bytes: [UInt8] = []
    instant.appendRFC3339(to: &bytes, offsetSeconds: offsetSeconds(at: instant))
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate mutating func text(_ texts: [(at: Timestamp, text: String)]) -> String {
    texts.map { "\(text($0.at)) \($0.text)" }.joined(separator: "; ")
  }
}
