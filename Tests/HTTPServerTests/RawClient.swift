import Glibc

/// A client of nothing but a socket: it sends the bytes it is told, and reads what comes.
final class RawClient {
  let descriptor: CInt
  /// What was received and not yet taken.
  private var buffer: [UInt8] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// One answer as it came over the wire.
  struct Answer {
    let head: String
    let body: [UInt8]

    /// The status; 0 when this is no status line.
    var status: Int { head.hasPrefix("HTTP/1.") ? Int(head.dropFirst(9).prefix(3)) ?? 0 : 0 }
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a header field, nil when it did not come; several are joined by "|".
    func field(_ name: String) -> String? {
      let values = head.split(separator: "\r\n").dropFirst().compactMap { line -> String? in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
        return String(parts[1].drop { $0 == " " })
      }
      return values.isEmpty ? nil : values.joined(separator: "|")
    }
  }

  init(port: Int, from source: String? = nil, timeout: Int = 20) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(description: "socket: \(errno)") }
    // The descriptor is closed by deinit, which runs for an initializer that throws here, too.
    if let source, Self.withAddress(source, 0, { bind(descriptor, $0, $1) }) != 0 {
      throw Failure(description: "bind: \(errno)")
    }
    guard Self.withAddress("127.0.0.1", port, { connect(descriptor, $0, $1) }) == 0 else {
      throw Failure(description: "connect: \(errno)")
    }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var on: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
  }

  private static func withAddress(
    _ host: String, _ port: Int, _ use: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return -1 }
    return withUnsafeBytes(of: &address) { bytes in
      guard let base = bytes.baseAddress else { return -1 }
      return use(base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  deinit {
    close(descriptor)
  }

  /// Leaves with a reset instead of an orderly end.
  func slam() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  /// Nothing more will be sent.
  func finishSending() {
    shutdown(descriptor, CInt(SHUT_WR))
  }

  /// Sends the bytes; false when the server has closed.
  @discardableResult
  func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool {
    send(text.utf8)
  }

  /// Reads once more; false at the end of the connection. Throws when nothing comes for the time allowed.
  private func fill() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &piece, piece.count, 0)
    if count < 0 {
      if errno == ECONNRESET { return false }
      throw Failure(description: "recv: \(errno)")
    }
    buffer += piece.prefix(count)
    return count > 0
  }

  /// Everything until the server closes.
  func readToEnd() throws -> [UInt8] {
    while try fill() {}
    defer { buffer = [] }
    return buffer
  }

  /// Waits for some bytes.
  func readSome() throws {
    _ = try fill()
  }

  /// Reads until the end of the connection; true when that is a reset.
  func endsWithReset() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count == 0 { return false }
      if count < 0 { return errno == ECONNRESET }
    }
  }

  /// True when the server closes without a further byte.
  func isClosed() throws -> Bool {
    try readToEnd().isEmpty
  }

  /// The next answer; nil when the connection ends first. A cut chunked body throws ``Cut``.
  func answer(toHead: Bool = false) throws -> Answer? {
    guard let end = try fillUntil("\r\n\r\n") else { return nil }
    let head = String(decoding: buffer[..<end], as: UTF8.self)
    buffer.removeFirst(end + 4)
    let answer = Answer(head: head, body: [])
    if answer.status == 100 { return try self.answer(toHead: toHead) }
    if toHead || answer.status == 204 || answer.status == 304 { return answer }
    if answer.field("Transfer-Encoding") == "chunked" { return Answer(head: head, body: try chunkedBody()) }
    guard let length = answer.field("Content-Length").flatMap({ Int($0) }) else {
      return Answer(head: head, body: try readToEnd())
    }
    while buffer.count < length { guard try fill() else { throw Cut() } }
    defer { buffer.removeFirst(length) }
    return Answer(head: head, body: Array(buffer.prefix(length)))
  }

  /// A body that ended before its end.
  struct Cut: Error {}

  private func chunkedBody() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      guard let end = try fillUntil("\r\n") else { throw Cut() }
      let size = Int(
        String(decoding: buffer[..<end].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self), radix: 16)
      guard let size else { throw Failure(description: "not a chunk size") }
      buffer.removeFirst(end + 2)
      while buffer.count < size + 2 { guard try fill() else { throw Cut() } }
      body += buffer.prefix(size)
      buffer.removeFirst(size + 2)
      if size == 0 { return body }
    }
  }

  /// The position of the text in the buffer, filling it until it comes.
  private func fillUntil(_ text: String) throws -> Int? {
    let needle = Array(text.utf8)
    var from = 0
    while true {
      if buffer.count >= needle.count {
        for start in from...(buffer.count - needle.count) where buffer[start...].starts(with: needle) {
          return start
        }
        from = buffer.count - needle.count + 1
      }
      guard try fill() else { return nil }
    }
  }
}
