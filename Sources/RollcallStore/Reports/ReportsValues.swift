import Rollcall
import SQL

extension AlertKind: DatabaseValueConvertible {}
extension AlertAct.Kind: DatabaseValueConvertible {}
extension OfferOutcome.Answer: DatabaseValueConvertible {}
extension ReportSchedule.Rhythm: DatabaseValueConvertible {}
