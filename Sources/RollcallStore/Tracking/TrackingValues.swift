import Rollcall
import SQL

extension Adapter: DatabaseValueConvertible {}
extension Adapter.SpeedUnit: DatabaseValueConvertible {}
extension DoubtFlags: DatabaseValueConvertible {}
extension DoubtState: DatabaseValueConvertible {}
extension FixTime.Source: DatabaseValueConvertible {}
extension Ping.MockReport: DatabaseValueConvertible {}
