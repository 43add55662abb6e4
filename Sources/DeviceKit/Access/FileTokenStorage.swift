public import Foundation

/// Stores tokens in a file that only its owner may read. For phones without a keychain, such as simulated
/// ones.
public struct FileTokenStorage: TokenStorage {
  private let file: URL

  /// Creates a storage in `file`, whose folder must exist.
  public init(file: URL) { self.file = file }

  /// Reads the file; `nil` when there is none.
  ///
  /// - Throws: `TokenStorageError.damaged` when the file holds no tokens; `CocoaError` when it cannot be
  ///   read.
  public func load() throws -> SessionTokens? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let bytes = try Data(contentsOf: file)
    guard let tokens = try? JSONDecoder().decode(SessionTokens.self, from: bytes) else {
      throw TokenStorageError.damaged
    }
    return tokens
  }

  /// Replaces the file atomically: after a power cut it holds either the old or the new tokens.
  ///
  /// - Throws: `CocoaError`; the file is unchanged then.
  public func save(_ tokens: SessionTokens?) throws {
    guard let tokens else {
      if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
      return
    }
    let new = file.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: new)
    try Self.write(JSONEncoder().encode(tokens), to: new)
    guard rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    // The rename is durable only after the folder is synced.
    let folder = FileHandle(forReadingAtPath: file.deletingLastPathComponent().path)
    try? folder?.synchronize()
  }

  private static func write(_ bytes: Data, to file: URL) throws {
    // Created with its final permissions, so that no one else can read it even for a moment.
    let made = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard made >= 0 else { throw CocoaError(.fileWriteUnknown) }
    let handle = FileHandle(fileDescriptor: made, closeOnDealloc: true)
    try handle.write(contentsOf: bytes)
    try handle.synchronize()
    try handle.close()
  }
}
