import Rollcall
import SQL

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
