import Foundation

/// The address of the control socket beside a database.
///
/// A socket's path may have 107 bytes, a database's many more. So the folder is opened, and the socket
/// reached through the descriptor's short path.
final class ControlAddress {
  private let folder: Int32
  private let name: String

  /// The address for a database.
  ///
  /// - Throws: `SettingsError` when the folder cannot be opened or the file's name alone is too long.
  init(database: String) throws(SettingsError) {
    let url = URL(fileURLWithPath: database)
    name = url.lastPathComponent + ".control"
    let place = url.deletingLastPathComponent().path
    folder = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SettingsError("\(place): \(String(cString: strerror(errno)))") }
    guard path(name).utf8.count < 108 else {
      throw SettingsError("\(name): a name too long for a control socket")
    }
  }

  deinit { if folder >= 0 { close(folder) } }

  private func path(_ name: String) -> String { "/proc/self/fd/\(folder)/\(name)" }

  /// Removes the socket's file, if there is one.
  func remove() { unlink(path(name)) }

  /// Calls `body` with the address in the socket layer's form.
  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path(name).utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.prefix($0.count - 1)) }
    return withUnsafePointer(to: address) { pointer in
      body(
        UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}

/// Whole lines over a connected stream socket.
enum ControlLine {
  /// The longest line, bytes: a list of people is one.
  static let limit = 64 << 20

  /// Sets how long a read or a write may take.
  static func setTimeout(_ seconds: Int, of descriptor: Int32) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
  }

  /// The bytes before the next line end; `nil` when the peer leaves, is too slow or sends too much.
  static func read(from descriptor: Int32) -> [UInt8]? {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while line.count < limit {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      if let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) { return line + buffer[..<end] }
      line += buffer[..<count]
    }
    return nil
  }

  /// Writes a line; false when the peer does not read it.
  static func write(_ line: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = Array(line) + [UInt8(ascii: "\n")]
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
