import Foundation

/// The seeds of random histories: a few in each run, `ROLLCALL_SEEDS` times as many in a long one, which begins at
/// `ROLLCALL_SEED` instead of 1.
package enum Seeds {
  package static func some(_ count: UInt64) -> ClosedRange<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let times = environment["ROLLCALL_SEEDS"].flatMap(UInt64.init) ?? 1
    let first = environment["ROLLCALL_SEED"].flatMap(UInt64.init) ?? 1
    return first...(first + count * max(1, times) - 1)
  }
}
