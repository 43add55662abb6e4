import Synchronization

/// Calls servers, from several threads at once; connections are kept for the next call.
final class HTTPCaller: Sendable {
  /// Unused handles. Trusted and guarded ones are kept apart: an open connection is not checked again, so a
  /// guarded call must never get one that was opened for the operator's address.
  private struct Idle {
    var trusted: [CurlHandle] = []
    var guarded: [CurlHandle] = []
  }

  /// The most handles of each kind that wait with their connections.
  private static let idleLimit = 16

  private let idle = Mutex(Idle())
  private let stopped = Atomic(false)
  private let allowsPrivateNetworks: Bool
  private let authorities: String?
  private let timeout: Int

  /// - Parameters:
  ///   - authorities: a PEM file of certificates to trust besides the system's, for calls to servers with the
  ///     operator's own authority; `nil` = none.
  ///   - timeout: for a whole call, in milliseconds, 1…600000.
  init(allowsPrivateNetworks: Bool, authorities: String? = nil, timeout: Int64) {
    self.allowsPrivateNetworks = allowsPrivateNetworks
    self.authorities = authorities
    self.timeout = Int(min(max(timeout, 1), 600_000))
  }

  /// Calls and waits, at most for the timeout. Redirects are not followed, proxies not used.
  func post(_ call: HTTPCall) -> Result<HTTPAnswer, CallFailure> {
    guard !hasStopped else { return .failure(.stopped) }
    guard let handle = take(call.isTrusted) ?? CurlHandle() else { return .failure(.broken) }
    defer { give(handle, call.isTrusted) }
    let isFree = call.isTrusted || allowsPrivateNetworks
    let transfer = Transfer(isGuarded: !isFree) { [self] in hasStopped }
    return handle.post(
      call, allowsPlainHTTP: isFree, authorities: call.mayBeOfOwnAuthority ? authorities : nil,
      timeout: timeout, transfer: transfer)
  }

  /// Ends the calls in progress, within about a second, and closes all connections, for good.
  func stop() {
    stopped.store(true, ordering: .sequentiallyConsistent)
    let closed = idle.withLock { idle in
      defer { idle = Idle() }
      return idle.trusted + idle.guarded
    }
    withExtendedLifetime(closed) {}
  }

  private var hasStopped: Bool { stopped.load(ordering: .sequentiallyConsistent) }

  private func take(_ isTrusted: Bool) -> CurlHandle? {
    idle.withLock { isTrusted ? $0.trusted.popLast() : $0.guarded.popLast() }
  }

  /// The handle used last is reused first: its connection is the least likely to have been closed.
  private func give(_ handle: CurlHandle, _ isTrusted: Bool) {
    idle.withLock { idle in
      guard !hasStopped else { return }
      if isTrusted, idle.trusted.count < Self.idleLimit { idle.trusted.append(handle) }
      if !isTrusted, idle.guarded.count < Self.idleLimit { idle.guarded.append(handle) }
    }
  }
}
