import CMicroHTTPD  // Which module owns the socket calls depends on which was built first.
import Glibc
import Synchronization

/// Sockets of requests that were answered before their body.
///
/// Closing a socket with unread bytes resets the connection, and a client or proxy that is still sending then
/// never sees the answer (RFC 9112, section 9.6). So the socket stays open for a moment after the library has
/// closed its side, and what still arrives is discarded.
final class Drain: Sendable {
  private struct Lingering {
    let descriptor: CInt
    let end: UInt64
    var quietUntil: UInt64
    var left = Drain.bytes
  }

  private let sockets = Mutex<[Lingering]>([])
  /// How many sockets may linger at the same time; one more closes the oldest. They do not count as
  /// connections.
  static let limit = 256
  /// The longest time that one may linger.
  private static let time = Duration.seconds(5)
  /// The longest time that one may linger without receiving a byte.
  private static let quiet = Duration.seconds(1)
  /// How many bytes one may still send.
  private static let bytes = 16 << 20
  /// How much is read of one at a time, so that each gets its turn.
  private static let share = 1 << 20

  var isEmpty: Bool { sockets.withLock { $0.isEmpty } }

  /// Takes over a socket that its owner is about to close.
  func accept(_ descriptor: CInt) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    _ = shutdown(copy, CInt(SHUT_WR))
    let now = Monotonic.now()
    let lingering = Lingering(
      descriptor: copy, end: Monotonic.after(Self.time, from: now),
      quietUntil: Monotonic.after(Self.quiet, from: now))
    sockets.withLock { sockets in
      if sockets.count >= Self.limit { _ = close(sockets.removeFirst().descriptor) }
      sockets.append(lingering)
    }
  }

  /// Discards what has arrived, and closes the sockets that are done.
  func step(at now: UInt64) {
    var scratch = [UInt8](repeating: 0, count: 64 * 1_024)
    sockets.withLock { sockets in
      sockets = sockets.compactMap { socket in
        var socket = socket
        guard Self.discard(&socket, &scratch, now), socket.left > 0, now < min(socket.end, socket.quietUntil)
        else {
          _ = close(socket.descriptor)
          return nil
        }
        return socket
      }
    }
  }

  /// Closes all of them.
  func stop() {
    sockets.withLock { sockets in
      for socket in sockets { _ = close(socket.descriptor) }
      sockets = []
    }
  }

  /// False when the peer has nothing more to send.
  private static func discard(_ socket: inout Lingering, _ scratch: inout [UInt8], _ now: UInt64) -> Bool {
    var share = min(Self.share, socket.left)
    while share > 0 {
      let count = recv(socket.descriptor, &scratch, min(share, scratch.count), CInt(MSG_DONTWAIT))
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      share -= count
      socket.left -= count
      socket.quietUntil = Monotonic.after(quiet, from: now)
    }
    return true
  }
}
