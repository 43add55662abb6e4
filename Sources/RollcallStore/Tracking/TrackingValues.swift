package import Rollcall
package import SQL

extension Adapter: DatabaseValueConvertible {}
extension Adapter.SpeedUnit: DatabaseValueConvertible {}
extension DoubtFlags: DatabaseValueConvertible {}
extension DoubtState: DatabaseValueConvertible {}
extension FixTime.Source: DatabaseValueConvertible {}
extension Ping.MockReport: DatabaseValueConvertible {}
extension Telemetry.AppState: DatabaseValueConvertible {}
extension Telemetry.Network: DatabaseValueConvertible {}
extension Telemetry.Permission: DatabaseValueConvertible {}
extension Telemetry.PowerMode: DatabaseValueConvertible {}

extension Ping.Source: DatabaseValueConvertible {
  /// The stored number; never renumbered.
  package var databaseValue: SQLValue {
    switch self {
    case .gps: .integer(0)
    case .network: .integer(1)
    case .passive: .integer(2)
    }
  }

  package init(_ cell: Cell) throws {
    let number = cell.integer.map(SQLValue.integer)
    guard let found = Self.allCases.first(where: { $0.databaseValue == number }) else {
      throw ColumnError(cell, Self.self)
    }
    self = found
  }
}

extension Ping.SignalQuality: DatabaseValueConvertible {
  /// The stored number; never renumbered.
  package var databaseValue: SQLValue {
    switch self {
    case .good: .integer(0)
    case .fair: .integer(1)
    case .poor: .integer(2)
    }
  }

  package init(_ cell: Cell) throws {
    let number = cell.integer.map(SQLValue.integer)
    guard let found = Self.allCases.first(where: { $0.databaseValue == number }) else {
      throw ColumnError(cell, Self.self)
    }
    self = found
  }
}
