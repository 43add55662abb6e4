public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends through Foundation's URLSession. Redirects are not followed: Rollcall makes none, so a server that
/// does is not Rollcall and must get neither token nor position.
public struct URLSessionSender: HTTPSending {
  /// The longest body that is read, bytes.
  public static let bodyLimit = 1 << 20

  private let server: URL
  /// How long a request may take in all, seconds.
  public let timeout: Double
  private let session: URLSession
  private let exchanges = Exchanges()

  /// A sender to `server`, e.g. `https://rollcall.example`.
  ///
  /// - Parameters:
  ///   - timeout: How long a request may take in all, seconds; at most an hour.
  ///   - connections: How many requests may be on their way to the server at once.
  public init(server: URL, timeout: Double = 10, connections: Int = 6) {
    let timeout = timeout.isFinite ? min(max(0.001, timeout), 3_600) : 10
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = timeout
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    self.server = server
    self.timeout = timeout
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Throws: `URLError` when no complete answer came, or it is longer than ``bodyLimit``.
  public func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    guard let url = URL(string: call.path, relativeTo: server) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = call.method
    // When a reused connection dies as a request goes out, swift-corelibs-foundation sends the request again
    // without its body, and waits for the time-out. A phone reports rarely, so a connection for each request
    // costs little.
    request.setValue("close", forHTTPHeaderField: "Connection")
    for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
    if !call.body.isEmpty { request.httpBody = Data(call.body) }
    return try await answer(to: session.dataTask(with: request))
  }

  private func answer(to task: URLSessionDataTask) async throws -> HTTPAnswer {
    // On Linux the session's own time-out restarts with each byte received.
    let deadline = Task { [exchanges, timeout] in
      try await Task.sleep(for: .seconds(timeout))
      exchanges.fail(task, with: .timedOut)
    }
    defer { deadline.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { exchanges.begin(task, $0) }
    } onCancel: {
      exchanges.fail(task, with: .cancelled)
    }
  }
}
