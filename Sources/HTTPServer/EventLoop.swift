import CMicroHTTPD
import Glibc
import Synchronization

/// A daemon of the library without a thread of its own, and the thread that runs it.
///
/// The library's own thread waits a second time when exactly 128 connections are ready at once, before it serves
/// any of them (`MHD_epoll`, 0.9.75). If no other client sends anything, they wait until a connection times out.
/// So this thread waits, and the library only looks, without waiting.
final class EventLoop: Sendable {
  /// What the library's callbacks are called with.
  final class Context: Sendable {
    let core: Core
    let wakeUp: WakeUp

    init(_ core: Core, _ wakeUp: WakeUp) { (self.core, self.wakeUp) = (core, wakeUp) }
  }

  // Sendable: the daemon is used by this loop's thread alone, and after its end by `stop`.
  private nonisolated(unsafe) let daemon: OpaquePointer
  private let context: Context
  private let isStopping = Atomic(false)
  private let hasEnded = Mutex(false)
  private let monitor = Monitor()

  /// Starts a daemon with these settings, and its thread; nil when the system or the library refuses.
  init?(_ core: Core, _ settings: inout cmhd_settings) {
    guard let wakeUp = WakeUp() else { return nil }
    let context = Context(core, wakeUp)
    settings.context = Unmanaged.passUnretained(context).toOpaque()
    guard let daemon = cmhd_start(&settings) else { return nil }
    (self.daemon, self.context) = (daemon, context)
    let hasThread = WorkerThread.start { [self] in
      run()
      monitor.locked {
        hasEnded.withLock { $0 = true }
        monitor.broadcast()
      }
    }
    guard hasThread else {
      MHD_stop_daemon(daemon)
      return nil
    }
  }

  /// The port it listens on.
  var port: Int { Int(cmhd_port(daemon)) }

  /// A copy of the socket on which it accepts connections; -1 when there is no descriptor left.
  func copyOfListener() -> CInt { fcntl(cmhd_listener(daemon), F_DUPFD_CLOEXEC, 0) }

  /// Ends the thread and closes every connection. Nothing may be suspended.
  func stop() {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    context.wakeUp.signal()
    monitor.locked { while !hasEnded.withLock({ $0 }) { monitor.wait() } }
    MHD_stop_daemon(daemon)
  }

  private func run() {
    var polled = [cmhd_epoll(daemon), context.wakeUp.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while !isStopping.load(ordering: .sequentiallyConsistent) {
      poll(&polled, nfds_t(polled.count), patience)
      // Before the library looks: a signal that comes later brings the next turn.
      if polled[1].revents != 0 { context.wakeUp.clear() }
      serve()
    }
  }

  /// Serves what is ready. When the daemon was full and has closed a connection, it listens again only in its next
  /// turn.
  private func serve() {
    var before: CUnsignedInt
    repeat {
      before = cmhd_connections(daemon)
      MHD_run(daemon)
    } while cmhd_connections(daemon) < before
  }

  /// How long the library allows to wait, in milliseconds; -1 without a limit.
  private var patience: CInt {
    var milliseconds: CUnsignedLongLong = 0
    return MHD_get_timeout(daemon, &milliseconds) == .YES ? CInt(clamping: milliseconds) : -1
  }
}

/// Ends the wait of an event loop.
final class WakeUp: Sendable {
  /// Readable after a signal.
  let descriptor: CInt

  /// nil when there is no descriptor left.
  init?() {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func signal() { eventfd_write(descriptor, 1) }

  func clear() {
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
  }

  /// Resumes a suspended connection of the loop, from any thread. The library's own signal is not enough: it may
  /// be read in a turn that has already looked for resumed connections.
  func resume(_ connection: OpaquePointer) {
    MHD_resume_connection(connection)
    signal()
  }
}
