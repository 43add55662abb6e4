import Glibc
import Synchronization

/// Answers being sent that their reader may receive only as long as ``Response/isStillAllowed`` says so.
///
/// A thread asks about each of them repeatedly. A reader that is no longer allowed is cut off with a reset,
/// so that neither prepared bytes nor those in the system's buffers reach it.
final class Rechecks: @unchecked Sendable {
  // Sendable: the variables are touched only with `monitor` held.

  /// One answer.
  final class Ticket: Sendable {
    fileprivate let connection: Connection
    fileprivate let isAllowed: @Sendable () -> Bool

    fileprivate init(_ connection: Connection, _ isAllowed: @escaping @Sendable () -> Bool) {
      (self.connection, self.isAllowed) = (connection, isAllowed)
    }
  }

  /// Answers up to this length leave at once, so they are not rechecked.
  static let shortest = 16 * 1_024
  /// How much of an answer the system may buffer, bytes. Its default is megabytes: a file that is entirely in
  /// its buffers cannot be revoked any more, and would be recorded as delivered to a reader who has seen none
  /// of it.
  private static let sendBuffer: CInt = 128 * 1_024
  /// How often is asked, nanoseconds.
  private let interval: UInt64 = 400_000_000
  private let monitor = Monitor()
  private var tickets: [ObjectIdentifier: Ticket] = [:]
  private var isRunning = false
  private var isStopped = false

  /// Registers an answer that is about to be sent; ``remove(_:)`` when it is over. `nil` = it needs no
  /// rechecks.
  func add(_ response: Response, of connection: Connection) -> Ticket? {
    guard let isAllowed = response.isStillAllowed else { return nil }
    switch response.body {
    case .none: return nil
    case .bytes(let bytes): guard bytes.count > Self.shortest else { return nil }
    case .stream: break
    }
    let ticket = Ticket(connection, isAllowed)
    connection.limitSendBuffer(to: Self.sendBuffer)
    return monitor.locked {
      guard !isStopped, isRunning || WorkerThread.start({ [self] in run() }) else { return nil }
      isRunning = true
      tickets[ObjectIdentifier(ticket)] = ticket
      monitor.signal()
      return ticket
    }
  }

  /// The answer is over.
  func remove(_ ticket: Ticket) {
    let removed = monitor.locked { tickets.removeValue(forKey: ObjectIdentifier(ticket)) }
    withExtendedLifetime(removed) {}
  }

  /// Ends the thread and waits for it.
  func stop() {
    monitor.locked {
      isStopped = true
      monitor.broadcast()
      while isRunning { monitor.wait() }
      tickets = [:]
    }
  }

  private func run() {
    while let tickets = next() {
      for ticket in tickets where !ticket.isAllowed() {
        // It may have ended meanwhile, and the connection may be sending another.
        guard monitor.locked({ self.tickets[ObjectIdentifier(ticket)] != nil }) else { continue }
        ticket.connection.revoke()
      }
    }
    monitor.locked {
      isRunning = false
      monitor.broadcast()
    }
  }

  /// The answers to ask about after a pause; `nil` = it is over.
  private func next() -> [Ticket]? {
    monitor.locked {
      let end = Monotonic.now() + interval
      while !isStopped, Monotonic.now() < end || tickets.isEmpty {
        if tickets.isEmpty { monitor.wait() } else { monitor.wait(until: end) }
      }
      return isStopped ? nil : Array(tickets.values)
    }
  }
}

extension Connection {
  /// Ends the rechecks of the answer that was being sent.
  func dropTicket() {
    if let ticket = ticket.withLock({ $0.take() }) { core.rechecks.remove(ticket) }
  }

  func limitSendBuffer(to bytes: CInt) {
    var bytes = bytes
    // If this fails, the answer is sent nevertheless.
    _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Ends the answer being sent, because its reader is no longer allowed to receive it.
  func revoke() {
    // Drop the system's buffers before the library can close the connection in an orderly way.
    core.registry.reset(self)
    stream.withLock { $0 }?.revoke()
  }
}
