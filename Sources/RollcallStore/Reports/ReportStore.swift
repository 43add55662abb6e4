import Rollcall
import SQL

/// Reports, exports and schedules.
public struct ReportStore: StorePart {
  let store: Store
}

extension Store {
  /// Reports, exports and schedules.
  public var reports: ReportStore { ReportStore(store: self) }
}

/// Exports, as they are written.
struct ReportWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var reports: ReportWrites { ReportWrites(transaction: self) }
}

extension AlertKind: DatabaseValueConvertible {}
extension AlertAct.Kind: DatabaseValueConvertible {}
extension OfferOutcome.Answer: DatabaseValueConvertible {}
extension ReportSchedule.Rhythm: DatabaseValueConvertible {}
