/// People, profiles and regions, as they are written.
struct FleetWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var fleet: FleetWrites { FleetWrites(transaction: self) }
}
