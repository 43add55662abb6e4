/// Events with their participants and activities.
public struct EventStore: StorePart {
  let store: Store
}

extension Store {
  /// Events with their participants and activities.
  public var events: EventStore { EventStore(store: self) }
}

/// Writes activities and participants.
struct EventWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var events: EventWrites { EventWrites(transaction: self) }
}
