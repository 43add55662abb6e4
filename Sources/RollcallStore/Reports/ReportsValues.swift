import Rollcall
import SQL

extension AlertKind: DatabaseValueConvertible {}
extension AlertAct.Kind: DatabaseValueConvertible {}
extension ReportSchedule.Rhythm: DatabaseValueConvertible {}
