import CMicroHTTPD
import Synchronization

/// Moves a body from its source, which runs on the slow lane, to the event loop that sends it: one chunk
/// being sent, one chunk ahead. The connection is suspended while there is nothing to send.
final class BodyStream: Sendable {
  private struct State {
    var source: (any BodySource)?
    var current: [UInt8] = []
    var offset = 0
    var ahead: [UInt8]?
    var isProducing = false
    var isSuspended = false
    var end: End?
    /// The reader may receive no more, not even what is ready.
    var isRevoked = false
    /// Whether the source was told that everything was handed over.
    var isTold = false
  }

  private enum End {
    case complete
    case failed
  }

  private let state: Mutex<State>
  private let core: Core
  private let connection: Connection
  private let asker: String
  private let resetsOnFailure: Bool

  /// What the library's reader callback returns.
  private static let endOfStream = -1
  private static let endWithError = -2

  /// - Parameters:
  ///   - asker: the client, in whose name a place among the streams was taken.
  ///   - resetsOnFailure: for HTTP/1.0, where an orderly end of the connection means a complete body.
  init(_ source: any BodySource, _ connection: Connection, asker: String, resetsOnFailure: Bool) {
    state = Mutex(State(source: source))
    core = connection.core
    self.connection = connection
    self.asker = asker
    self.resetsOnFailure = resetsOnFailure
  }

  deinit {
    core.streams.leave(asker)
  }

  /// Called by the event loop: fills the buffer, or suspends the connection and returns 0.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = state.withLock { state in
      if state.isRevoked { return Self.endWithError }
      if state.offset == state.current.count, let ahead = state.ahead.take() {
        (state.current, state.offset) = (ahead, 0)
      }
      if state.ahead == nil { produce(&state) }
      let count = min(state.current.count - state.offset, buffer.count)
      guard count == 0 else {
        state.current.withUnsafeBytes { bytes in
          buffer.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count]))
        }
        state.offset += count
        return count
      }
      switch state.end {
      case .complete where state.isTold: return Self.endOfStream
      case .complete:
        notify(&state)
        return suspend(&state)
      case .failed: return Self.endWithError
      case nil: return suspend(&state)
      }
    }
    if count > 0 { connection.noteProgress(count) }
    if count == Self.endWithError, resetsOnFailure { cmhd_reset(connection.descriptor) }
    return count
  }

  /// Cuts the download: at once when the reader waits, else after it has read what is ready.
  func fail() {
    state.withLock { state in
      if state.end == nil || state.isSuspended { state.end = .failed }
      resume(&state)
    }
  }

  /// Revokes the reader's right to the rest.
  func revoke() {
    state.withLock { state in
      (state.isRevoked, state.end) = (true, .failed)
      resume(&state)
    }
  }

  /// Called when the library is done with the body: it was sent or cut, or the client has left.
  func abandon() {
    let source = state.withLock { state in
      state.end = .failed
      return state.source.take()
    }
    withExtendedLifetime(source) {}
  }

  private func suspend(_ state: inout State) -> Int {
    guard core.enterSuspension() else { return Self.endWithError }
    connection.deadline.set(.suspended, until: Monotonic.after(core.limits.slowJob))
    state.isSuspended = true
    MHD_suspend_connection(connection.handle)
    return 0
  }

  private func resume(_ state: inout State) {
    guard state.isSuspended else { return }
    state.isSuspended = false
    connection.deadline.set(.busy, until: Monotonic.after(core.limits.reader))
    connection.wakeUp.resume(connection.handle)
    core.leaveSuspension()
  }

  /// Requests the next chunk, unless one is being made or there is none.
  private func produce(_ state: inout State) {
    guard !state.isProducing, state.end == nil, let source = state.source else { return }
    state.isProducing = true
    core.slowLane.submitChunk { [self] in deliver(Result { try source.next() }) }
  }

  /// Tells the source that everything was handed over; the reader learns of the end afterwards.
  private func notify(_ state: inout State) {
    guard !state.isProducing, let source = state.source else { return }
    state.isProducing = true
    core.slowLane.submitChunk { [self] in confirm(Result { try source.sent() }) }
  }

  private func confirm(_ outcome: Result<Void, any Error>) {
    state.withLock { state in
      state.isProducing = false
      switch outcome {
      case .success: state.isTold = true
      case .failure: state.end = .failed
      }
      resume(&state)
    }
  }

  private func deliver(_ chunk: Result<[UInt8]?, any Error>) {
    state.withLock { state in
      state.isProducing = false
      switch chunk {
      case .success(let bytes?) where bytes.isEmpty && state.end == nil: return goOn(&state)
      case .success(let bytes?): state.ahead = bytes
      case .success(nil): state.end = state.end ?? .complete
      case .failure: state.end = .failed
      }
      resume(&state)
    }
  }

  /// The source worked and found nothing to send: it queues behind the other jobs of the lane, and the reader
  /// waits on.
  private func goOn(_ state: inout State) {
    if state.isSuspended {
      connection.deadline.set(.suspended, until: Monotonic.after(core.limits.slowJob))
    }
    produce(&state)
  }
}
