package import Rollcall
import SQL

extension Adapter: DatabaseValueConvertible {}
extension Adapter.SpeedUnit: DatabaseValueConvertible {}
extension DoubtFlags: DatabaseValueConvertible {}
extension DoubtState: DatabaseValueConvertible {}
extension Telemetry.AppState: DatabaseValueConvertible {}
extension Telemetry.Network: DatabaseValueConvertible {}
extension Telemetry.Permission: DatabaseValueConvertible {}
extension Telemetry.PowerMode: DatabaseValueConvertible {}

extension Ping.Source {
  /// The stored number; never renumbered.
  var number: Int64 {
    switch self {
    case .gps: 0
    case .network: 1
    case .passive: 2
    }
  }

  init?(number: Int64) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}

extension Ping.SignalQuality {
  /// The stored number; never renumbered.
  var number: Int64 {
    switch self {
    case .good: 0
    case .fair: 1
    case .poor: 2
    }
  }

  init?(number: Int64) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}
