import Rollcall
import Synchronization

/// Slows down guessing of passwords without letting a stranger lock somebody out: failures count for a pair of
/// address and account, and for the address alone; never for the account alone.
final class LoginThrottle: Sendable {
  private struct Failures {
    var count = 0
    var last = Timestamp(milliseconds: 0)
  }

  private let failures = Mutex<[String: Failures]>([:])
  private static let memory: Milliseconds = 15 * 60_000
  private static let freePerPair = 5
  private static let freePerAddress = 30
  private static let maximumKeys = 20_000

  /// How many seconds an attempt must wait; 0 = go ahead.
  func delay(email: String, peer: String, now: Timestamp) -> Int {
    failures.withLock { all in
      max(
        wait(all[pair(email, peer)], free: Self.freePerPair, now: now),
        wait(all[peer], free: Self.freePerAddress, now: now))
    }
  }

  /// Notes an attempt that failed.
  func failed(email: String, peer: String, now: Timestamp) {
    failures.withLock { all in
      if all.count >= Self.maximumKeys { all = all.filter { now.since($0.value.last) < Self.memory } }
      for key in [pair(email, peer), peer] where all.count < Self.maximumKeys || all[key] != nil {
        var entry = all[key] ?? Failures()
        if now.since(entry.last) > Self.memory { entry.count = 0 }
        entry.count += 1
        entry.last = now
        all[key] = entry
      }
    }
  }

  /// Forgets the failures of a pair once the right password was given.
  func succeeded(email: String, peer: String) {
    failures.withLock { $0[pair(email, peer)] = nil }
  }

  private func pair(_ email: String, _ peer: String) -> String { "\(peer) \(email)" }

  /// After the free attempts: 2, 4, 8 … at most 300 seconds from the last failure.
  private func wait(_ failures: Failures?, free: Int, now: Timestamp) -> Int {
    guard let failures, failures.count >= free, now.since(failures.last) < Self.memory else { return 0 }
    let seconds = min(300, 2 << min(failures.count - free, 8))
    let left = Int64(seconds) * 1_000 - now.since(failures.last)
    return left > 0 ? Int((left + 999) / 1_000) : 0
  }
}
