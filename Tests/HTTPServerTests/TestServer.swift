import Synchronization

@testable import HTTPServer

/// A server on a free port, with the routes that the tests need.
func startServer(_ routes: [Route], _ change: (inout Configuration) -> Void = { _ in }) throws -> Server {
  var configuration = Configuration()
  change(&configuration)
  return try Server(configuration: configuration, router: Router(routes))
}

/// Waits for something that another thread brings about; false when it does not come for 20 s.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    Pause.milliseconds(2)
  }
  return condition()
}

/// A value that threads share.
final class Shared<Value: Sendable>: Sendable {
  private let box: Mutex<Value>

  init(_ value: Value) {
    box = Mutex(value)
  }

  var value: Value { box.withLock { $0 } }

  @discardableResult
  func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    box.withLock { body(&$0) }
  }
}

/// A request with the fields that every request needs.
func request(_ line: String, _ fields: [String] = [], body: String? = nil) -> String {
  var text = "\(line) HTTP/1.1\r\nHost: localhost\r\n"
  for field in fields { text += field + "\r\n" }
  if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
  return text + "\r\n" + (body ?? "")
}
