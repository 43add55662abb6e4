import HTTPServer
import Rollcall
import Synchronization

/// The origin of a login attempt.
enum LoginSource: Hashable, Sendable {
  /// A browser from which this account was logged in to before, by its cookie.
  case known(String)
  /// Any other client, by network.
  case network(ClientNetwork)
}

/// Slows down guessing of passwords and codes without letting a stranger lock a member out. Failures count
/// for a pair of source and account, for a network (IPv6 by /64, and by /48 more generously), and, after many
/// from any source, for strangers at the account. A known browser is a source of its own: other attempts do
/// not slow it down.
final class LoginThrottle: Sendable {
  private enum Key: Hashable {
    case pair(LoginSource, String)
    case network(String)
    case site(String)
    case account(String)
  }

  private struct Failures {
    var count = 0
    var last = Timestamp(milliseconds: 0)
  }

  /// How strangers' failures at one account slow them all down.
  enum AccountLimit {
    /// After so many: waits as for a pair. For a step that requires the password.
    case growing(free: Int)
    /// After so many within about a day: one attempt per `pause` seconds.
    case paced(free: Int, pause: Int)
  }

  private let failures = Mutex<[Key: Failures]>([:])
  private let limit: AccountLimit
  private static let memory: Milliseconds = 15 * 60_000
  private static let day: Milliseconds = 86_400_000
  private static let freePerPair = 5
  private static let freePerNetwork = 30
  private static let freePerSite = 120
  private static let maximumKeys = 20_000

  init(_ limit: AccountLimit) { self.limit = limit }

  /// How many seconds an attempt must wait; 0 = go ahead.
  func delay(account: String, from source: LoginSource, now: Timestamp) -> Int {
    failures.withLock { all in
      keys(account, source).map { wait($0, all[$0], now: now) }.max() ?? 0
    }
  }

  /// Notes an attempt that failed.
  func failed(account: String, from source: LoginSource, now: Timestamp) {
    failures.withLock { all in
      if all.count >= Self.maximumKeys { makeRoom(&all, now) }
      for key in keys(account, source) {
        var entry = all[key] ?? Failures()
        entry.count = remembered(key, entry, now) + 1
        entry.last = now
        all[key] = entry
      }
    }
  }

  /// Forgets the failures of a pair once the right password or code was given.
  func succeeded(account: String, from source: LoginSource) {
    failures.withLock { $0[.pair(source, account)] = nil }
  }

  /// The keys that an attempt counts against.
  private func keys(_ account: String, _ source: LoginSource) -> [Key] {
    guard case .network(let network) = source else { return [.pair(source, account)] }
    let site = network.site.map { [Key.site($0)] } ?? []
    return [.pair(source, account), .network(network.name), .account(account)] + site
  }

  private func free(_ key: Key) -> Int {
    switch (key, limit) {
    case (.pair, _): Self.freePerPair
    case (.network, _): Self.freePerNetwork
    case (.site, _): Self.freePerSite
    case (.account, .growing(let free)), (.account, .paced(let free, _)): free
    }
  }

  /// How many failures still count. Those of a paced account expire one by one, all within a day.
  private func remembered(_ key: Key, _ failures: Failures, _ now: Timestamp) -> Int {
    let age = now.since(failures.last)
    // The clock was set back: no one has to wait until it has caught up.
    guard age > -60_000 else { return 0 }
    guard case .account = key, case .paced(let free, _) = limit else {
      return age < Self.memory ? failures.count : 0
    }
    let gone = Int(clamping: max(0, age) / (Self.day / Int64(max(1, free))))
    // At most a few beyond the limit, so that a past attack does not count for longer than needed.
    return max(0, min(failures.count, free + 5) - gone)
  }

  /// Beyond the free attempts: 2, 4, 8 … at most 300 seconds from the last failure, or the pause of the account.
  private func wait(_ key: Key, _ failures: Failures?, now: Timestamp) -> Int {
    guard let failures else { return 0 }
    let (count, free) = (remembered(key, failures, now), free(key))
    guard count >= free else { return 0 }
    var seconds = min(300, 2 << min(count - free, 8))
    if case .account = key, case .paced(_, let pause) = limit { seconds = pause }
    let left = Int64(seconds) * 1_000 - now.since(failures.last)
    return left > 0 ? Int((min(left, Int64(seconds) * 1_000) + 999) / 1_000) : 0
  }

  /// Forgets failures that no longer count; if that is not enough, those that count least. A stranger who
  /// floods this with new names must not make it forget the attacked account.
  private func makeRoom(_ all: inout [Key: Failures], _ now: Timestamp) {
    all = all.filter { remembered($0.key, $0.value, now) > 0 }
    guard all.count >= Self.maximumKeys else { return }
    for bound in [1, 5, 20] where all.count >= Self.maximumKeys {
      all = all.filter { $0.value.count > bound }
    }
    if all.count >= Self.maximumKeys { all = [:] }
  }
}
