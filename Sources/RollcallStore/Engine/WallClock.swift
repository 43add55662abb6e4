import Foundation
public import Rollcall

extension Timestamp {
  /// The system's wall clock.
  public static var wallClock: Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000)
  }
}
