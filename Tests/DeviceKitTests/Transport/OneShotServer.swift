import Foundation
import Glibc
import Synchronization

/// A server on a real socket that takes one request, gives one answer, and closes. Or never: one that drips goes on with
/// a byte now and then until the other side has enough.
final class OneShotServer: Sendable {
  struct Failed: Error {}

  let port: UInt16
  private let received = Mutex<[UInt8]>([])
  private let done = DispatchSemaphore(value: 0)

  init(answer: String, drips: Bool = false) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) | listen(listener, 1) | getsockname(listener, generic, &length)
      }
    }
    guard listener >= 0, status == 0 else { throw Failed() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      serve(listener, Array(answer.utf8), drips: drips)
      done.signal()
    }
  }

  /// The request as it arrived; waits until the connection is closed.
  func request() -> String {
    done.wait()
    done.signal()
    return received.withLock { String(decoding: $0, as: UTF8.self) }
  }

  /// Hangs up: whoever waits for a connection has had one, and the thread ends. Says what had come.
  func end() -> String {
    let caller = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port: port)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(caller, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    close(caller)
    return request()
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  private func serve(_ listener: Int32, _ answer: [UInt8], drips: Bool) {
    let connection = accept(listener, nil, nil)
    close(listener)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isWhole {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      received.withLock { $0 += buffer[..<count] }
    }
    var isOpen = answer.isEmpty || write(answer, to: connection)
    while drips, isOpen {
      usleep(20_000)
      isOpen = write([UInt8(ascii: ".")], to: connection)
    }
    close(connection)
  }

  /// Whether all of it went out; whoever hangs up must not end the tests.
  private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  private var isWhole: Bool {
    let text = received.withLock { String(decoding: $0, as: UTF8.self) }
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let length = text.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
    return text[end.upperBound...].utf8.count >= length
  }
}
