import Rollcall
import Synchronization

/// From where somebody tries to log in.
enum LoginSource: Hashable, Sendable {
  /// A browser from which this account was logged in to before, by its cookie.
  case known(String)
  /// Anybody else, by address.
  case address(String)
}

/// Slows down guessing of passwords and codes without letting a stranger lock somebody out: failures count for a pair of
/// source and account, and for an address alone; never for the account alone. A browser that is known is a source of
/// its own: what others try from the same address does not slow it down.
final class LoginThrottle: Sendable {
  private enum Key: Hashable {
    case pair(LoginSource, String)
    case source(LoginSource)
    case account(String)
  }

  private struct Failures {
    var count = 0
    var last = Timestamp(milliseconds: 0)
  }

  private let failures = Mutex<[Key: Failures]>([:])
  private let freePerAccount: Int?
  private static let memory: Milliseconds = 15 * 60_000
  private static let freePerPair = 5
  private static let freePerAddress = 30
  private static let maximumKeys = 20_000

  /// - Parameter freePerAccount: after so many failures from wherever, strangers wait too; `nil` = never. For a step that
  ///   only who knows the password reaches.
  init(freePerAccount: Int? = nil) { self.freePerAccount = freePerAccount }

  /// How many seconds an attempt must wait; 0 = go ahead.
  func delay(account: String, from source: LoginSource, now: Timestamp) -> Int {
    failures.withLock { all in
      keys(account, source).map { wait(all[$0], free: free($0), now: now) }.max() ?? 0
    }
  }

  /// Notes an attempt that failed.
  func failed(account: String, from source: LoginSource, now: Timestamp) {
    failures.withLock { all in
      if all.count >= Self.maximumKeys { all = all.filter { now.since($0.value.last) < Self.memory } }
      for key in keys(account, source) where all.count < Self.maximumKeys || all[key] != nil {
        var entry = all[key] ?? Failures()
        if now.since(entry.last) > Self.memory { entry.count = 0 }
        entry.count += 1
        entry.last = now
        all[key] = entry
      }
    }
  }

  /// Forgets the failures of a pair once the right password or code was given.
  func succeeded(account: String, from source: LoginSource) {
    failures.withLock { $0[.pair(source, account)] = nil }
  }

  /// What an attempt counts for.
  private func keys(_ account: String, _ source: LoginSource) -> [Key] {
    guard case .address = source else { return [.pair(source, account)] }
    return [.pair(source, account), .source(source)] + (freePerAccount == nil ? [] : [.account(account)])
  }

  private func free(_ key: Key) -> Int {
    switch key {
    case .pair: Self.freePerPair
    case .source: Self.freePerAddress
    case .account: freePerAccount ?? .max
    }
  }

  /// After the free attempts: 2, 4, 8 … at most 300 seconds from the last failure.
  private func wait(_ failures: Failures?, free: Int, now: Timestamp) -> Int {
    guard let failures, failures.count >= free, now.since(failures.last) < Self.memory else { return 0 }
    let seconds = min(300, 2 << min(failures.count - free, 8))
    let left = Int64(seconds) * 1_000 - now.since(failures.last)
    return left > 0 ? Int((left + 999) / 1_000) : 0
  }
}
