import DeviceKit
import Synchronization

/// A simulated phone's keychain: its contents survive the app.
final class PhoneKeys: TokenStorage {
  private let tokens: Mutex<SessionTokens?>

  init(_ tokens: SessionTokens?) { self.tokens = Mutex(tokens) }

  func load() throws -> SessionTokens? { tokens.withLock { $0 } }

  func save(_ new: SessionTokens?) throws { tokens.withLock { $0 = new } }
}
