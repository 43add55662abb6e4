/// Alerts, and people's actions on them.
public struct AlertStore: StorePart {
  let store: Store
}

extension Store {
  /// Alerts, and people's actions on them.
  public var alerts: AlertStore { AlertStore(store: self) }
}

/// Alerts, as they are written.
struct AlertWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var alerts: AlertWrites { AlertWrites(transaction: self) }
}
