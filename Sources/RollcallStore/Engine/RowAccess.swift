import GRDB
import Rollcall

/// Reads the columns of a statement's present row one after the other.
struct RowReader {
  private let statement: RawStatement
  private var column: Int32 = 0

  init(_ statement: RawStatement) { self.statement = statement }

  mutating func integer() -> Int64? {
    defer { column += 1 }
    return statement.integer(column)
  }

  mutating func number() -> Double? {
    defer { column += 1 }
    return statement.isNull(column) ? nil : statement.double(column)
  }

  mutating func text() -> String? {
    defer { column += 1 }
    return statement.isNull(column) ? nil : String(decoding: statement.bytes(column), as: UTF8.self)
  }

  mutating func instant() -> Timestamp? { integer().map { Timestamp(milliseconds: $0) } }
}

/// A value that can be bound to a statement; `nil` is NULL.
protocol Bindable {
  func bind(to statement: RawStatement, at position: Int32)
}

extension Int64: Bindable {
  func bind(to statement: RawStatement, at position: Int32) { statement.bind(position, self) }
}

extension Double: Bindable {
  func bind(to statement: RawStatement, at position: Int32) { statement.bind(position, self) }
}

extension String: Bindable {
  func bind(to statement: RawStatement, at position: Int32) { statement.bind(position, self) }
}

extension Timestamp: Bindable {
  func bind(to statement: RawStatement, at position: Int32) { statement.bind(position, milliseconds) }
}

/// Binds values to a statement one after the other.
struct RowWriter {
  private let statement: RawStatement
  private var position: Int32 = 0

  init(_ statement: RawStatement) { self.statement = statement }

  mutating func put<each Value: Bindable>(_ values: repeat (each Value)?) {
    for value in repeat each values {
      position += 1
      if let value {
        value.bind(to: statement, at: position)
      } else {
        statement.bind(position, nil as Int64?)
      }
    }
  }
}
