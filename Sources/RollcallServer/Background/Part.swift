import Dispatch
import ServiceLifecycle

/// A running part of the server: as a service it waits until it is asked to end, and stops.
struct Part: Service, CustomStringConvertible {
  /// Its name, for the log.
  let description: String
  /// Stops it. Blocks.
  let stop: @Sendable () -> Void

  /// Waits for its turn to stop; if it is cancelled instead, it stops at once.
  func run() async {
    try? await gracefulShutdown()
    await withCheckedContinuation { done in
      // Not on this thread: the pool has few.
      DispatchQueue.global().async {
        stop()
        done.resume()
      }
    }
  }
}

/// The parts of a server in the order of starting. They are stopped in reverse order.
struct Parts {
  private(set) var all: [Part] = []

  /// Adds a part that has just started.
  mutating func add(_ name: String, stop: @escaping @Sendable () -> Void) {
    all.append(Part(description: name, stop: stop))
  }

  /// Starts periodic work.
  mutating func start(_ name: String, _ periodic: Periodic) {
    periodic.start()
    add(name, stop: periodic.stop)
  }

  /// Stops the parts that have started, after a later one failed to. Blocks.
  func stop() { for part in all.reversed() { part.stop() } }
}
