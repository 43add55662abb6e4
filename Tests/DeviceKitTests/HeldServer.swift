import DeviceKit
import Synchronization

/// A server that hears the first request of a kind only when it is let go. What is sent meanwhile is heard at once.
final class HeldServer: HTTPSending {
  private let server: AuthServer
  private let isOfKind: @Sendable (HTTPCall) -> Bool
  private let hasHeld = Mutex(false)
  private let reached = AsyncStream.makeStream(of: Void.self)
  private let released = AsyncStream.makeStream(of: Void.self)

  init(_ server: AuthServer, holding isOfKind: @escaping @Sendable (HTTPCall) -> Bool) {
    self.server = server
    self.isOfKind = isOfKind
  }

  /// Returns when the request is under way.
  func isReached() async { for await () in reached.stream { break } }
  func release() { released.continuation.finish() }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    if isOfKind(call), isFirst() {
      reached.continuation.yield()
      // Not of the task that asks: it goes on although that one is cancelled.
      await Task { [stream = released.stream] in for await () in stream {} }.value
    }
    return try await server.send(call)
  }

  private func isFirst() -> Bool {
    hasHeld.withLock { hasHeld in
      defer { hasHeld = true }
      return !hasHeld
    }
  }
}
