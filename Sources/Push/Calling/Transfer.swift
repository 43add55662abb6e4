import CCurl
import Glibc
import Synchronization

/// One call in progress, as libcurl's callbacks see it. Belongs to the calling thread.
final class Transfer {
  /// The longest answer that is kept, in bytes; the rest is not awaited.
  static let answerLimit = 64 * 1_024
  /// The most fields of an answer that are kept.
  static let fieldLimit = 64

  private(set) var body: [UInt8] = []
  private(set) var headers: [(name: String, value: String)] = []
  /// The answer exceeded the limit.
  private(set) var isCut = false
  /// An address was refused, and no other was tried.
  var isForbidden: Bool { hasRefused && !hasOpened }

  private var hasRefused = false
  private var hasOpened = false
  private let isGuarded: Bool
  private let isStopped: @Sendable () -> Bool

  init(isGuarded: Bool, isStopped: @escaping @Sendable () -> Bool) {
    self.isGuarded = isGuarded
    self.isStopped = isStopped
  }

  /// Connects libcurl's callbacks to this transfer. Reset the handle before releasing the transfer.
  func attach(to handle: UnsafeMutableRawPointer) -> [CURLcode] {
    let context = Unmanaged.passUnretained(self).toOpaque()
    return [
      ccurl_set_readers(
        handle,
        { bytes, size, count, context in Transfer.from(context)?.takeLine(bytes, size * count) ?? 0 },
        { bytes, size, count, context in Transfer.from(context)?.takeBody(bytes, size * count) ?? 0 },
        context),
      ccurl_set_watchers(
        handle,
        { context, _, address in Transfer.from(context)?.open(address) ?? CURL_SOCKET_BAD },
        { context, _, _, _, _ in Transfer.from(context)?.isStopped() ?? true ? 1 : 0 },
        context),
    ]
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// One line of a head. A status line begins a new head: first of 100, then of the answer.
  private func takeLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    if line.starts(with: "HTTP/".utf8) {
      headers = []
    } else if headers.count < Self.fieldLimit, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let value = line[(colon + 1)...].filter { $0 >= 0x20 && $0 < 0x7f }.drop { $0 == 0x20 }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      headers.append((name, String(decoding: value, as: UTF8.self)))
    }
    return count
  }

  private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    let room = Self.answerLimit - body.count
    body += UnsafeRawBufferPointer(start: bytes, count: min(count, room))
    isCut = count > room
    return isCut ? 0 : count
  }

  /// The address is known here, and it is the one that will be connected.
  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
    guard let address else { return CURL_SOCKET_BAD }
    if isGuarded {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = Int(ccurl_address(address, &bytes))
      guard AddressGuard.allows(Array(bytes.prefix(count))) else {
        hasRefused = true
        return CURL_SOCKET_BAD
      }
    }
    hasOpened = true
    let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.pointee.family, kind, address.pointee.`protocol`)
  }
}
