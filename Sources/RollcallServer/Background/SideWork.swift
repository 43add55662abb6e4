import Dispatch
import ServiceLifecycle

/// Work beside a server, until the service is asked to end.
struct SideWork: Service {
  private enum Sign {
    case done((any Error)?)
    case asked, late
  }

  /// How long the work may take to end. Then the server ends without it.
  var patience = DispatchTimeInterval.seconds(10)
  /// Returns when the service is asked to end.
  var asked: @Sendable () async -> Void = { try? await gracefulShutdown() }
  /// The work; to be cancelled.
  let work: @Sendable () async throws -> Void

  /// Runs the work until it fails or the service is asked to end. Finishing without an error does not end the
  /// server.
  ///
  /// - Throws: the work's error.
  func run() async throws { if let failure = await failure() { throw failure } }

  private func failure() async -> (any Error)? {
    let (signs, tell) = AsyncStream.makeStream(of: Sign.self)
    let task = Task { [work] in
      do {
        try await work()
        tell.yield(.done(nil))
      } catch { tell.yield(.done(error)) }
    }
    let asking = Task { [asked] in
      await asked()
      tell.yield(.asked)
    }
    defer { asking.cancel() }
    var heard = signs.makeAsyncIterator()
    var isDone = false
    while let sign = await heard.next() {
      guard case .done(let error) = sign else { break }
      if let error { return error is CancellationError ? nil : error }
      isDone = true
    }
    if isDone { return nil }
    // Not on this thread, because a cancellation handler may block it.
    DispatchQueue.global().async { task.cancel() }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { tell.yield(.late) }
    while let sign = await heard.next() {
      if case .asked = sign { continue }
      if case .done(let error?) = sign, !(error is CancellationError) { return error }
      break
    }
    return nil
  }
}
