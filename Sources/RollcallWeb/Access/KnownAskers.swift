import HTTPServer
import HTTPTypes
import HTTPTypes
import Rollcall
import RollcallStore
import Synchronization

/// Remembers who used which login or key lately, so that a page's turn in a lane can be told from a
/// stranger's before the database is asked. It admits no one: the handler decides.
final class KnownAskers: Sendable {
  private struct Entry {
    let asker: String
    var seen: Timestamp
  }

  private let entries = Mutex<[SecretHash: Entry]>([:])
  private static let memory: Milliseconds = 15 * 60_000
  private static let limit = 10_000

  /// Who was let in with this secret; `nil` = not lately.
  func asker(of secret: String) -> String? {
    let hash = SecretHash(of: secret)
    return entries.withLock { $0[hash]?.asker }
  }

  /// Records an admission.
  func record(_ asker: String, secret: String, now: Timestamp) {
    let hash = SecretHash(of: secret)
    entries.withLock { all in
      if all.count >= Self.limit, all[hash] == nil {
        all = all.filter { now.since($0.value.seen) < Self.memory }
        if all.count >= Self.limit { all.removeAll() }
      }
      all[hash] = Entry(asker: asker, seen: now)
    }
  }

  /// The secret is no longer valid.
  func forget(secret: String) {
    let hash = SecretHash(of: secret)
    entries.withLock { $0[hash] = nil }
  }
}

extension Door {
  /// The secret of a request into the console: a script's key, else a login's or a screen's cookie.
  static func consoleSecret(_ request: Request) -> String? {
    bearer(request) ?? LoginCookie.session.value(request) ?? LoginCookie.screen.value(request)
  }

  /// The sender of a request, as far as known without the database.
  @Sendable func knownAsker(_ request: Request) -> String? {
    Self.consoleSecret(request).flatMap { web.askers.asker(of: $0) }
  }

  /// Remembers whether the secret of a request was accepted.
  func record(_ asker: String?, _ request: Request) {
    guard let secret = Self.consoleSecret(request) else { return }
    if let asker {
      web.askers.record(asker, secret: secret, now: store.clock())
    } else {
      web.askers.forget(secret: secret)
    }
  }

  /// Gives a browser that has logged in before its own turn to log in, whatever strangers do.
  @Sendable func admitBrowser(_ request: Request) -> Admission {
    guard let cookie = LoginCookie.browser.value(request) else { return .stranger }
    do throws(StoreError) {
      return try store.accounts.isKnown(browser: cookie) ? .known("browser:\(cookie)") : .stranger
    } catch {
      return .refused(web.message(.serviceUnavailable, request))
    }
  }
}
