import Rollcall
import SQL

extension VisitVerdict.Word: DatabaseValueConvertible {}
extension Visit.State: DatabaseValueConvertible {}
extension Visit.Step: DatabaseValueConvertible {}
