import DeviceKit
import Synchronization

/// A simulated phone's keychain: what it holds survives the app.
final class PhoneKeys: TokenStorage {
  private let tokens: Mutex<SessionTokens?>

  init(_ tokens: SessionTokens?) { self.tokens = Mutex(tokens) }

  func load() throws -> SessionTokens? { tokens.withLock { $0 } }

  func save(_ new: SessionTokens?) throws { tokens.withLock { $0 = new } }
}
