import Rollcall
import SQL

extension Status: DatabaseValueConvertible {}
extension Cause: DatabaseValueConvertible {}
