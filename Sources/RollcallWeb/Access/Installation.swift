import RollcallStore

/// What concerns the server as a whole: its public address, its first run, and what its owners see.
struct Installation: Sendable {
  private let address: PublicAddress
  /// The link that makes the first workspace; `nil` = it is not offered.
  let setup: SetupGate?
  /// What owners of the installation see of the server.
  let desk: ServerDesk

  init(_ store: Store, setup: SetupGate?, desk: ServerDesk) {
    (address, self.setup, self.desk) = (store.publicAddress, setup, desk)
  }

  /// The public address as it was set at the start; `nil` = an owner may set it.
  var configuredURL: String? { address.configured }

  /// The address under which browsers and phones reach this server, without a slash at its end; `nil` = as the request that
  /// makes a link reached it.
  var publicURL: String? { address.current }
}
