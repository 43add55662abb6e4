import RollcallStore
import Synchronization

/// What concerns the server as a whole: its public address, its first run, and what its owners see.
final class Installation: Sendable {
  /// The public address as it was set at the start; `nil` = an owner may set it.
  let configuredURL: String?
  private let storedURL: Mutex<String?>
  /// The link that makes the first workspace; `nil` = it is not offered.
  let setup: SetupGate?
  /// What owners of the installation see of the server.
  let desk: ServerDesk

  /// Reads the address that an owner has set.
  init(_ store: Store, configuredURL: String?, setup: SetupGate?, desk: ServerDesk) throws(StoreError) {
    (self.configuredURL, self.setup, self.desk) = (configuredURL, setup, desk)
    storedURL = Mutex(try store.accounts.publicAddress())
  }

  /// The address under which browsers and phones reach this server, without a slash at its end; `nil` = as the request that
  /// makes a link reached it.
  var publicURL: String? { configuredURL ?? storedURL.withLock { $0 } }

  /// Takes the address that an owner has set.
  func keep(_ address: String?) { storedURL.withLock { $0 = address } }
}
