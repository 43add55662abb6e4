import Rollcall
import SQL

extension DutyState: DatabaseValueConvertible {}
extension Rollout.Flag: DatabaseValueConvertible {}
