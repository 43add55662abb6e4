import Rollcall

extension Timestamp {
  /// A moment of a test: so many seconds after an arbitrary one.
  static func at(_ seconds: Double) -> Timestamp {
    Timestamp(milliseconds: 1_800_000_000_000 + Int64((seconds * 1_000).rounded()))
  }
}
