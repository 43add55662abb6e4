/// Writes people, profiles and regions.
struct FleetWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var fleet: FleetWrites { FleetWrites(transaction: self) }
}
