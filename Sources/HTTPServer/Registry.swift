import CMicroHTTPD
import Glibc
import Synchronization

/// All open connections. Registration, removal and cutting off share one lock, so that a descriptor is never cut
/// off after the system has reused its number.
final class Registry: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Connections that were cut off and that the library has not closed yet.
    var cut = 0
    /// Set once new connections are cut off, too.
    var isClosed = false

    var open: Int { connections.count - cut }
  }

  private let state = Mutex(State())
  private let share: Int?
  /// Above this many, those that have been idle longest make room.
  private let comfortable: Int
  /// Above this many, they make room at once.
  private let crowded: Int

  /// - Parameters:
  ///   - limit: how many connections there may be.
  ///   - share: unauthenticated connections that one network keeps when room is needed; nil = all networks together.
  init(limit: Int, share: Int?) {
    self.share = share
    comfortable = limit / 5 * 4
    crowded = limit / 10 * 9
  }

  var count: Int { state.withLock { $0.connections.count } }

  func insert(_ connection: Connection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      guard !state.isClosed else { return Self.cutOff(connection, &state) }
      if !connection.isTrusted { connection.stranger = connection.address.clientNetwork }
      if state.open > crowded { evict(state.open - comfortable, &state) }
    }
  }

  func remove(_ connection: Connection) {
    let removed = state.withLock { state in
      let removed = state.connections.removeValue(forKey: ObjectIdentifier(connection))
      if removed != nil, connection.isCut { state.cut -= 1 }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// A proxy's connection now speaks for this client, until ``finishRequest(of:)``.
  func beginRequest(of connection: Connection, from client: PeerAddress) {
    state.withLock { _ in connection.stranger = client.clientNetwork }
  }

  /// A proxy's connection no longer speaks for a client.
  func finishRequest(of connection: Connection) {
    authenticate(connection)
  }

  /// The connection's client is authenticated: it no longer counts for its network.
  func authenticate(_ connection: Connection) {
    state.withLock { _ in connection.stranger = nil }
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
        let (phase, until) = connection.deadline.read()
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
    state.withLock { $0.connections.values.filter { $0.deadline.read().phase == .suspended } }
  }

  /// Cuts off every connection, and each new one from now on.
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

  /// Cuts off so many connections: strangers whatever they are in the middle of, others only when they are idle.
  private func evict(_ number: Int, _ state: inout State) {
    let connections = state.connections.values.filter { connection in
      let phase = connection.deadline.read().phase
      return !connection.isCut && (phase == .idle || phase == .busy && connection.stranger != nil)
    }
    let candidates = connections.map { Eviction.Candidate(network: $0.stranger, since: $0.idleSince) }
    for index in Eviction.order(candidates, share: share).prefix(number) {
      Self.cutOff(connections[index], &state)
    }
  }

  private static func cutOff(_ connection: Connection, _ state: inout State) {
    guard !connection.isCut else { return }
    connection.isCut = true
    state.cut += 1
    connection.cutOff()
  }
}
