public import Foundation

/// Tokens in a file that only its owner may read: for phones without a keychain, such as simulated ones.
public struct FileTokenStorage: TokenStorage {
  private let file: URL

  /// Tokens in `file`, whose folder must exist.
  public init(file: URL) { self.file = file }

  /// What was kept; `nil` when there is no file.
  public func load() throws -> SessionTokens? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(SessionTokens.self, from: Data(contentsOf: file))
  }

  /// Replaces the file as a whole.
  public func save(_ tokens: SessionTokens?) throws {
    guard let tokens else {
      if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
      return
    }
    let new = file.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: new)
    let isMade = FileManager.default.createFile(
      atPath: new.path, contents: try JSONEncoder().encode(tokens), attributes: [.posixPermissions: 0o600])
    guard isMade, rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
