import Rollcall
import SQL

extension Status: DatabaseValueConvertible {}
