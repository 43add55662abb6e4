import CMaxMindDB
import Foundation

/// One open file of a database. Many threads may read it.
final class GeoIPFile: @unchecked Sendable {
  // Sendable: the library's readers do not modify an open file.
  private let handle: UnsafeMutablePointer<MMDB_s>

  /// Identifies a file before it is opened, so that a replacement is noticed.
  struct Stamp: Equatable {
    private let device: UInt64
    private let node: UInt64
    private let size: Int64
    private let changed: Int64

    /// `nil` when there is no such file.
    init?(_ path: String) {
      var facts = stat()
      guard stat(path, &facts) == 0 else { return nil }
      (device, node) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
      (size, changed) = (Int64(facts.st_size), Int64(facts.st_mtim.tv_sec))
    }
  }

  /// Opens a private copy, so that overwriting the file in place cannot crash readers.
  ///
  /// - Throws: ``GeoIPError``.
  init(_ path: String) throws(GeoIPError) {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("geoip-\(UUID().uuidString)")
      .path
    // Once it is open it needs no name.
    defer { unlink(copy) }
    do {
      try FileManager.default.copyItem(atPath: path, toPath: copy)
    } catch {
      throw GeoIPError(words: "\(path): cannot be read")
    }
    let opened = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
    opened.initialize(to: MMDB_s())
    let status = MMDB_open(copy, UInt32(MMDB_MODE_MMAP), opened)
    guard status == MMDB_SUCCESS else {
      opened.deallocate()
      throw GeoIPError(words: "\(path): \(String(cString: MMDB_strerror(status)))")
    }
    // From here on deinit frees it, also when this throws.
    handle = opened
    guard opened.pointee.metadata.binary_format_major_version == 2 else {
      throw GeoIPError(words: "\(path): not of format 2")
    }
  }

  deinit {
    MMDB_close(handle)
    handle.deallocate()
  }

  /// When it was made, seconds since 1970.
  var builtAt: UInt64 { handle.pointee.metadata.build_epoch }

  /// The file's entry for an address; `nil` also after an error.
  func entry(of address: InternetAddress) -> Entry? {
    var status: CInt = MMDB_SUCCESS
    let found = address.withSocketAddress { MMDB_lookup_sockaddr(handle, $0, &status) }
    guard status == MMDB_SUCCESS, found.found_entry else { return nil }
    return Entry(file: self, start: found.entry)
  }

  /// A file's entry for an address.
  struct Entry {
    // The entry points into the file's memory, so it keeps the file open.
    fileprivate let file: GeoIPFile
    fileprivate let start: MMDB_entry_s

    /// A text at a path, at most 200 bytes of it.
    func text(_ path: String...) -> String? {
      value(path) { data in
        guard data.type == MMDB_DATA_TYPE_UTF8_STRING, let bytes = data.utf8_string else { return nil }
        let size = min(Int(data.data_size), 200)
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self)
      }
    }

    /// A whole number at a path.
    func number(_ path: String...) -> UInt32? {
      value(path) { data in
        switch CInt(data.type) {
        case MMDB_DATA_TYPE_UINT16: UInt32(data.uint16)
        case MMDB_DATA_TYPE_UINT32: data.uint32
        default: nil
        }
      }
    }

    /// Yes or no at a path.
    func truth(_ path: String...) -> Bool? {
      value(path) { data in CInt(data.type) == MMDB_DATA_TYPE_BOOLEAN ? data.boolean : nil }
    }

    private func value<Value>(_ path: [String], _ read: (MMDB_entry_data_s) -> Value?) -> Value? {
      var start = start
      var data = MMDB_entry_data_s()
      let words = path.map { strdup($0) }
      defer { words.forEach { free($0) } }
      let list = words.map { UnsafePointer($0) } + [nil]
      return withExtendedLifetime(file) {
        let status = MMDB_aget_value(&start, &data, list)
        return status == MMDB_SUCCESS && data.has_data ? read(data) : nil
      }
    }
  }
}

/// What is wrong with a file, as a message for the operator.
public struct GeoIPError: Error, CustomStringConvertible {
  /// A sentence.
  public let words: String

  /// A sentence.
  public var description: String { words }
}
