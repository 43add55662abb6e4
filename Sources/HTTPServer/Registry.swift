import CMicroHTTPD
import Glibc
import Synchronization

/// All open connections. Registration, removal and cutting off share one lock, so that a descriptor is never cut
/// off after the system has given its number to somebody else.
final class Registry: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Connections by network whose client has not authenticated, oldest first.
    var strangers: [PeerAddress: [Connection]] = [:]
    /// Connections that were cut off and that the library has not closed yet.
    var cut = 0
    /// Whether nobody is listened to any more.
    var isClosed = false

    var open: Int { connections.count - cut }
  }

  private let state = Mutex(State())
  private let perNetwork: Int?
  /// Above this many, those that have been idle longest make room.
  private let comfortable: Int
  /// Above this many, they make room at once.
  private let crowded: Int

  /// - Parameters:
  ///   - limit: how many connections there may be.
  ///   - perNetwork: how many of one network that have not authenticated; nil = any number.
  init(limit: Int, perNetwork: Int?) {
    self.perNetwork = perNetwork
    comfortable = limit / 5 * 4
    crowded = limit / 10 * 9
  }

  var count: Int { state.withLock { $0.connections.count } }

  func insert(_ connection: Connection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      guard !state.isClosed else { return Self.cutOff(connection, &state) }
      if !connection.isTrusted { count(connection, as: connection.address.clientNetwork, &state) }
      if state.open > crowded { evict(state.open - comfortable, &state) }
    }
  }

  func remove(_ connection: Connection) {
    let removed = state.withLock { state in
      let removed = state.connections.removeValue(forKey: ObjectIdentifier(connection))
      if removed != nil {
        Self.forget(connection, &state)
        if connection.isCut { state.cut -= 1 }
      }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// A proxy's connection now speaks for this client, until ``finishRequest(of:)``.
  func beginRequest(of connection: Connection, from client: PeerAddress) {
    state.withLock { state in
      guard !connection.isCut else { return }
      Self.forget(connection, &state)
      connection.isAuthenticated = false
      count(connection, as: client.clientNetwork, &state)
    }
  }

  /// A proxy's connection speaks for nobody.
  func finishRequest(of connection: Connection) {
    authenticate(connection)
  }

  /// The connection's client has authenticated: it no longer counts against its network.
  func authenticate(_ connection: Connection) {
    state.withLock { state in
      guard !connection.isAuthenticated else { return }
      connection.isAuthenticated = true
      Self.forget(connection, &state)
    }
  }

  /// Cuts off what is past its deadline, and what makes room for others.
  ///
  /// - Parameters:
  ///   - excess: how many more than those above the comfortable number.
  ///   - hurry: how much sooner the reader of a stream is cut off, in nanoseconds.
  /// - Returns: the suspended connections that are past theirs: they must be settled, without this lock.
  func reap(at now: UInt64, excess: Int, hurry: UInt64) -> [Connection] {
    state.withLock { state in
      var late: [Connection] = []
      for connection in state.connections.values {
        let (phase, until) = connection.watch.read()
        let isHurried = hurry > 0 && phase == .busy && connection.isStreaming
        guard until <= now || isHurried && until <= Monotonic.sum(now, hurry) else { continue }
        if phase == .suspended {
          late.append(connection)
        } else {
          Self.cutOff(connection, &state)
        }
      }
      let room = max(state.open - comfortable, 0)
      if room + excess > 0 { evict(room + excess, &state) }
      return late
    }
  }

  /// All connections that wait for something.
  func suspended() -> [Connection] {
    state.withLock { $0.connections.values.filter { $0.watch.read().phase == .suspended } }
  }

  /// Cuts off every connection, and whoever connects from now on.
  func close() {
    state.withLock { state in
      state.isClosed = true
      for connection in state.connections.values { Self.cutOff(connection, &state) }
    }
  }

  /// Breaks a connection off with a reset: what the system has not sent yet is not sent any more.
  func reset(_ connection: Connection) {
    state.withLock { state in
      guard state.connections[ObjectIdentifier(connection)] != nil else { return }
      Self.cutOff(connection, &state)
      cmhd_reset(connection.descriptor)
    }
  }

  private func count(_ connection: Connection, as network: PeerAddress, _ state: inout State) {
    connection.network = network
    state.strangers[network, default: []].append(connection)
    guard let perNetwork, let strangers = state.strangers[network], strangers.count > perNetwork,
      let oldest = strangers.first(where: { $0 !== connection && $0.watch.read().phase != .suspended })
    else { return }
    Self.cutOff(oldest, &state)
  }

  /// Cuts off so many connections: first those of strangers, whatever they are in the middle of, then idle ones.
  private func evict(_ number: Int, _ state: inout State) {
    var candidates: [(isKnown: Bool, since: UInt64, connection: Connection)] = []
    for connection in state.connections.values where !connection.isCut {
      let phase = connection.watch.read().phase
      guard phase == .idle || phase == .busy && !connection.isAuthenticated else { continue }
      candidates.append((connection.isAuthenticated, connection.idleSince, connection))
    }
    candidates.sort { ($0.isKnown ? 1 : 0, $0.since) < ($1.isKnown ? 1 : 0, $1.since) }
    for (_, _, connection) in candidates.prefix(number) { Self.cutOff(connection, &state) }
  }

  private static func cutOff(_ connection: Connection, _ state: inout State) {
    guard !connection.isCut else { return }
    connection.isCut = true
    state.cut += 1
    forget(connection, &state)
    connection.cutOff()
  }

  private static func forget(_ connection: Connection, _ state: inout State) {
    guard let network = connection.network, var strangers = state.strangers[network] else { return }
    connection.network = nil
    // Not copied while it is changed.
    state.strangers[network] = nil
    strangers.removeAll { $0 === connection }
    if !strangers.isEmpty { state.strangers[network] = strangers }
  }
}
