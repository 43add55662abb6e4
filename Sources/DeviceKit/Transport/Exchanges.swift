import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests of a URLSession that are under way, each with the part of its answer received so far.
final class Exchanges: NSObject, URLSessionDataDelegate {
  typealias Waiting = CheckedContinuation<HTTPAnswer, any Error>

  private struct Exchange {
    var waiting: Waiting
    var body = Data()
  }

  private let underWay = Mutex<[Int: Exchange]>([:])

  /// Starts a request and registers who waits for its answer.
  func begin(_ task: URLSessionDataTask, _ waiting: Waiting) {
    underWay.withLock { $0[task.taskIdentifier] = Exchange(waiting: waiting) }
    // The caller was cancelled before this, when there was no request to cancel yet.
    if Task.isCancelled { return fail(task, with: .cancelled) }
    task.resume()
  }

  /// Ends a request that is still under way.
  func fail(_ task: URLSessionTask, with code: URLError.Code) {
    guard let exchange = remove(task) else { return }
    task.cancel()
    exchange.waiting.resume(throwing: URLError(code))
  }

  private func remove(_ task: URLSessionTask) -> Exchange? {
    underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  /// Redirects are not followed: a server that redirects is not Rollcall, and the redirect itself is the
  /// answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = underWay.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.body.append(data)
      return exchanges[dataTask.taskIdentifier].map { $0.body.count > URLSessionSender.bodyLimit } ?? false
    }
    if isTooLong { fail(dataTask, with: .dataLengthExceedsMaximum) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = remove(task) else { return }
    guard error == nil, let response = task.response as? HTTPURLResponse else {
      return exchange.waiting.resume(throwing: error ?? URLError(.badServerResponse))
    }
    let headers = response.allHeaderFields.compactMap { name, value -> (String, String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return (name, value)
    }
    exchange.waiting.resume(
      returning: HTTPAnswer(
        status: response.statusCode, headers: Dictionary(headers) { first, _ in first },
        body: Array(exchange.body)))
  }
}
