import Rollcall
import SQL

extension Role: DatabaseValueConvertible {}
