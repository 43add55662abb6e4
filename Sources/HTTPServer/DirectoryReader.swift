import Glibc

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
