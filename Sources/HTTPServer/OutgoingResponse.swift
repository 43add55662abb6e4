import CMicroHTTPD
import HTTPTypes
import Synchronization

/// An answer in the library's form. Owns one reference; the library takes its own when it is queued.
struct OutgoingResponse: ~Copyable {
  private let response: OpaquePointer
  let status: HTTPResponse.Status
  /// Bytes of the body that are handed over at once. Those read later are counted then.
  let byteCount: Int

  /// Bodies up to this many bytes are copied at once. Larger ones are read piece by piece, so that the
  /// reader's progress is visible.
  private static let copyLimit = 16 * 1_024
  private static let blockSize = 64 * 1_024
  /// The library allocates a block of this size for each reader, and there may be very many of them.
  private static let windowSize = 16 * 1_024

  init?(_ answer: Response, for connection: Connection, asker: String, isHTTP10: Bool) {
    let isFinal = (200...599).contains(answer.status.code)
    status = isFinal ? answer.status : .internalServerError
    guard let (response, count) = Self.make(answer, status, connection, asker, isHTTP10) else { return nil }
    self.response = response
    let isHead = connection.pending?.request.method == .head
    byteCount = isHead ? 0 : count
    if isHead, case .stream = answer.body { cmhd_without_chunks(response) }
    // The length and the framing follow from the body; a field that contradicts them would change where the
    // message ends.
    for field in answer.headers where field.name != .contentLength && field.name != .transferEncoding {
      // HTTPField holds no CR, LF or NUL: it turns them into blanks.
      MHD_add_response_header(response, field.name.rawName, field.value)
    }
  }

  deinit {
    MHD_destroy_response(response)
  }

  func queue(on handle: OpaquePointer) -> MHD_Result {
    MHD_queue_response(handle, CUnsignedInt(status.code), response)
  }

  private static func make(
    _ answer: Response, _ status: HTTPResponse.Status, _ connection: Connection, _ asker: String,
    _ isHTTP10: Bool
  ) -> (OpaquePointer, Int)? {
    switch answer.body {
    case .bytes(let bytes) where status == .notModified:
      // Only the length is sent, that of the 200; the library never reads the bytes.
      return MHD_create_response_from_callback(UInt64(bytes.count), 1, windowRead, nil, nil).map { ($0, 0) }
    case .bytes(let bytes) where bytes.count > copyLimit && hasBody(status):
      let window = Unmanaged.passRetained(BodyWindow(bytes, connection))
      return MHD_create_response_from_callback(
        UInt64(bytes.count), windowSize, windowRead, window.toOpaque(), windowFree
      ).map { ($0, 0) }
    case .bytes(var bytes) where !bytes.isEmpty && hasBody(status):
      let count = bytes.count
      return bytes.withUnsafeMutableBytes { bytes in
        MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
      }.map { ($0, count) }
    case .stream(let source) where hasBody(status):
      let stream = BodyStream(source, connection, asker: asker, resetsOnFailure: isHTTP10)
      connection.stream.withLock { $0 = stream }
      return MHD_create_response_from_callback(
        UInt64.max, blockSize, streamRead, Unmanaged.passRetained(stream).toOpaque(), streamFree
      ).map { ($0, 0) }
    case .none, .bytes, .stream:
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT).map { ($0, 0) }
    }
  }

  private static func hasBody(_ status: HTTPResponse.Status) -> Bool {
    status.code != 204 && status.code != 304
  }
}

/// A large body that is handed over piece by piece.
final class BodyWindow {
  private let bytes: [UInt8]
  private let connection: Connection

  init(_ bytes: [UInt8], _ connection: Connection) {
    self.bytes = bytes
    self.connection = connection
  }

  fileprivate func read(at position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = Int(exactly: position), start < bytes.count else { return -1 }
    let count = min(bytes.count - start, buffer.count)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
    }
    connection.noteProgress(count)
    return count
  }
}

private func windowRead(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  guard let context, let buffer else { return -2 }
  return Unmanaged<BodyWindow>.fromOpaque(context).takeUnretainedValue()
    .read(at: position, into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func windowFree(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<BodyWindow>.fromOpaque(context).release() }
}

private func streamRead(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  guard let context, let buffer else { return -2 }
  return Unmanaged<BodyStream>.fromOpaque(context).takeUnretainedValue()
    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func streamFree(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<BodyStream>.fromOpaque(context).takeRetainedValue().abandon()
}
