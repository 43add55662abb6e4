import Glibc
import Synchronization

/// All open connections. Registration, removal and cutting off share one lock, so that a descriptor is never cut
/// off after the system has given its number to somebody else.
final class Registry: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Connections by address that have not authenticated.
    var strangers: [PeerAddress: Int] = [:]
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.connections.count } }

  func insert(_ connection: Connection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      state.strangers[connection.address, default: 0] += 1
    }
  }

  func remove(_ connection: Connection) {
    let removed = state.withLock { state in
      let removed = state.connections.removeValue(forKey: ObjectIdentifier(connection))
      if removed != nil, !connection.isAuthenticated { Self.forget(connection.address, &state) }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// The connection's client has authenticated: it no longer counts against its address.
  func authenticate(_ connection: Connection) {
    state.withLock { state in
      guard !connection.isAuthenticated else { return }
      connection.isAuthenticated = true
      Self.forget(connection.address, &state)
    }
  }

  func strangers(at address: PeerAddress) -> Int {
    state.withLock { $0.strangers[address] ?? 0 }
  }

  /// Cuts off what is past its deadline and the `excess` connections that have been idle longest.
  /// - Returns: the suspended connections that are past theirs: they must be settled, without this lock.
  func reap(at now: UInt64, excess: Int) -> [Connection] {
    state.withLock { state in
      var late: [Connection] = []
      var idle: [(since: UInt64, connection: Connection)] = []
      for connection in state.connections.values {
        let (phase, until) = connection.watch.read()
        switch phase {
        case .suspended:
          if until <= now { late.append(connection) }
        case .busy, .idle:
          if until <= now {
            connection.cutOff()
          } else if phase == .idle, excess > 0 {
            idle.append((connection.idleSince, connection))
          }
        }
      }
      idle.sort { $0.since < $1.since }
      for (_, connection) in idle.prefix(max(excess, 0)) { connection.cutOff() }
      return late
    }
  }

  /// All connections that wait for something.
  func suspended() -> [Connection] {
    state.withLock { $0.connections.values.filter { $0.watch.read().phase == .suspended } }
  }

  private static func forget(_ address: PeerAddress, _ state: inout State) {
    guard let count = state.strangers[address] else { return }
    state.strangers[address] = count > 1 ? count - 1 : nil
  }
}
