import Foundation
import RollcallStore
import Synchronization

/// Reports this server's state to its supervisor, if that wants it: systemd's protocol, a datagram to the
/// socket that `NOTIFY_SOCKET` names. See sd_notify(3).
final class Supervisor: Sendable {
  private let descriptor: Int32
  private let address: [UInt8]
  /// After how many microseconds without a message it ends the server; `nil` = never.
  private let patience: UInt64?
  /// When the writer was vouched for last.
  private let vouched = Mutex<ContinuousClock.Instant?>(nil)

  /// `nil` without a supervisor that asked for messages.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    var path = Array((environment["NOTIFY_SOCKET"] ?? "").utf8)
    // A name that begins with @ is abstract: it is in no folder, and its first byte is 0.
    if path.first == UInt8(ascii: "@") { path[0] = 0 }
    guard path.count > 1, path.count < 108, path[0] == 0 || path[0] == UInt8(ascii: "/") else { return nil }
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    address = path
    let watched = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    patience = watched ? environment["WATCHDOG_USEC"].flatMap { UInt64($0) } : nil
  }

  deinit { close(descriptor) }

  /// It listens.
  func ready(_ words: String) { notify("READY=1\nSTATUS=\(words)") }

  /// The writer has given a sign of life. Nothing else vouches for the server, so that a stuck writer is
  /// noticed.
  func heard(_ sign: WriterSign) {
    guard let patience else { return }
    switch sign {
    case .answered: if isDue() { notify("WATCHDOG=1") }
    case .rewrites(let bytes):
      // One more second for each MiB: every disk manages that, and a stuck one is still noticed.
      let more = (UInt64(max(0, bytes)) >> 20) * 1_000_000
      notify("WATCHDOG_USEC=\(patience.addingReportingOverflow(more).partialValue)")
    case .rewrote: notify("WATCHDOG_USEC=\(patience)")
    }
  }

  /// Groups come by the hundred in a second: two reports a second suffice.
  private func isDue() -> Bool {
    vouched.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < .milliseconds(500) { return false }
      last = now
      return true
    }
  }

  /// It reads its files again; `ready` follows.
  func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let microseconds = Int64(now.tv_sec) &* 1_000_000 &+ Int64(now.tv_nsec) / 1_000
    notify("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  /// It ends.
  func stopping() { notify("STOPPING=1\nSTATUS=answering what was accepted") }

  /// Sends it if that is possible at once: a supervisor that does not read must not block us.
  private func notify(_ message: String) {
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + address.count } ?? 0
    let bytes = Array(message.utf8)
    _ = withUnsafePointer(to: target) { pointer in
      sendto(
        descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
        UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), socklen_t(length))
    }
  }
}
