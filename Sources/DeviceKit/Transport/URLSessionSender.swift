public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The way to the server through Foundation's URLSession.
public struct URLSessionSender: HTTPSending {
  private let server: URL
  private let session: URLSession

  /// A sender to `server`, e.g. `https://rollcall.example`.
  ///
  /// - Parameters:
  ///   - timeout: How long a request may take in all, seconds.
  ///   - connections: How many requests may be on their way to the server at once.
  public init(server: URL, timeout: Double = 10, connections: Int = 6) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = timeout
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    self.server = server
    session = URLSession(configuration: configuration)
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Throws: `URLError` when no whole answer came.
  public func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    guard let url = URL(string: call.path, relativeTo: server) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = call.method
    // When a kept connection dies as a request goes out, swift-corelibs-foundation sends the request again without
    // its body, and waits for the time-out. A phone reports seldom: a connection each costs little.
    request.setValue("close", forHTTPHeaderField: "Connection")
    for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
    if !call.body.isEmpty { request.httpBody = Data(call.body) }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let headers = response.allHeaderFields.compactMap { name, value -> (String, String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return (name, value)
    }
    return HTTPAnswer(
      status: response.statusCode, headers: Dictionary(headers) { first, _ in first }, body: Array(data))
  }
}
