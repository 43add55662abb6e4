import Glibc
import HTTPTypes

/// Files of a directory, read into memory once. A request only looks up a name in this map: no path from a
/// client reaches the file system.
public struct StaticFiles: Sendable {
  /// One file, ready to be sent.
  public struct File: Sendable {
    /// Its bytes.
    public let bytes: [UInt8]
    /// Its strong tag.
    public let tag: ETag
    /// Its `Content-Type`, with charset for text.
    public let contentType: String
  }

  /// Why a directory is refused.
  public enum Fault: Error, Equatable {
    /// The directory, or something in it, cannot be read.
    case unreadable(String)
    /// More than ``limit`` bytes in all.
    case tooLarge
  }

  /// All files together may have at most this many bytes.
  public static let limit = 64 << 20

  /// The files by their path below the directory, such as "images/marker.png".
  public let files: [String: File]
  private let cacheControl: String

  /// Reads a directory and its subdirectories. Names that begin with a dot are left out.
  ///
  /// - Parameter cacheControl: the value of `Cache-Control`; by default a client asks each time, and mostly
  ///   gets 304.
  public init(directory: String, cacheControl: String = "no-cache") throws(Fault) {
    var contents: [String: [UInt8]] = [:]
    try DirectoryReader.read(directory, prefix: "", depth: 0, into: &contents)
    self.init(contents, cacheControl: cacheControl)
  }

  /// Files from elsewhere, by name.
  public init(_ contents: [String: [UInt8]], cacheControl: String = "no-cache") {
    var files: [String: File] = [:]
    for (name, bytes) in contents {
      files[name] = File(bytes: bytes, tag: ETag(of: bytes), contentType: ContentType.of(name))
    }
    self.files = files
    self.cacheControl = cacheControl
  }

  /// The answer for a name: 200, or 304 when the client has it; nil when there is no such file.
  public func response(_ name: String, for request: Request) -> Response? {
    guard let file = files[name] else { return nil }
    let headers: HTTPFields = [
      .contentType: file.contentType, .cacheControl: cacheControl, .xContentTypeOptions: "nosniff",
    ]
    return Response(.ok, headers: headers, body: .bytes(file.bytes)).tagged(file.tag, for: request)
  }

  /// A GET route for each file, below a prefix such as "/public". Names that a pattern cannot contain are
  /// left out.
  public func routes(under prefix: String) -> [Route] {
    files.keys.sorted().compactMap { name in
      let pattern = prefix + "/" + name
      guard !name.contains("{"), !name.contains("}"), (try? RoutePattern(pattern)) != nil else { return nil }
      return Route(
        .get, pattern,
        handler: .inline { request in
          response(name, for: request) ?? Refusal.plain(Refusal(.notFound, request: request))
        })
    }
  }
}

/// Content types by file name.
public enum ContentType {
  private static let byEnding: [String: String] = [
    "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8", "gif": "image/gif",
    "html": "text/html; charset=utf-8", "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8", "json": "application/json; charset=utf-8",
    "map": "application/json; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "png": "image/png",
    "svg": "image/svg+xml; charset=utf-8", "txt": "text/plain; charset=utf-8", "wav": "audio/wav",
    "webmanifest": "application/manifest+json; charset=utf-8", "webp": "image/webp", "woff2": "font/woff2",
    "xml": "application/xml; charset=utf-8",
  ]

  /// The type that belongs to the name's ending; `application/octet-stream` when it has none we know.
  public static func of(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return byEnding[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}

/// Reads a small directory tree into memory.
enum DirectoryReader {
  private static let deepest = 8

  static func read(
    _ directory: String, prefix: String, depth: Int, into contents: inout [String: [UInt8]]
  ) throws(StaticFiles.Fault) {
    guard depth <= deepest, let handle = opendir(directory) else { throw .unreadable(directory) }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.utf8.starts(with: ".".utf8) else { continue }
      let path = directory + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else { throw .unreadable(path) }
      if status.st_mode & S_IFMT == S_IFDIR {
        try read(path, prefix: prefix + name + "/", depth: depth + 1, into: &contents)
      } else if status.st_mode & S_IFMT == S_IFREG {
        contents[prefix + name] = try file(path)
        guard contents.values.reduce(0, { $0 + $1.count }) <= StaticFiles.limit else { throw .tooLarge }
      }
    }
  }

  /// The bytes of one file.
  static func file(_ path: String) throws(StaticFiles.Fault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw .unreadable(path) }
      guard count > 0 else { return bytes }
      bytes += piece.prefix(count)
      guard bytes.count <= StaticFiles.limit else { throw .tooLarge }
    }
  }
}
