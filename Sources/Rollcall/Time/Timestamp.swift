/// An instant: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds ignored.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the Unix epoch; negative before 1970.
  public var milliseconds: Int64

  /// An instant from milliseconds since the Unix epoch.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Before every other instant.
  public static let distantPast = Timestamp(milliseconds: .min)

  /// The instant `duration` later, clamped to the range instead of trapping.
  public func advanced(by duration: Milliseconds) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(duration)
    guard overflow else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: duration < 0 ? .min : .max)
  }

  /// How long after `earlier` this instant is, in milliseconds (negative when before).
  public func since(_ earlier: Timestamp) -> Milliseconds {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    guard overflow else { return difference }
    return milliseconds < earlier.milliseconds ? .min : .max
  }

  /// Whether `left` is before `right`.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

/// A duration in whole milliseconds.
public typealias Milliseconds = Int64

extension Milliseconds {
  /// `seconds` as whole milliseconds, rounded; `nil` when it is not a number or out of range.
  public static func seconds(_ seconds: Double) -> Milliseconds? {
    Int64(exactly: (seconds * 1_000).rounded())
  }
}

extension Milliseconds {
  /// A duration in its two largest useful units, rounded down: `40 s`, `12 min`, `1 h 8 min`, `3 days`.
  ///
  /// Negative durations, which clock steps can make, are `0 s`.
  public var lengthWords: String {
    let seconds = Swift.max(0, self) / 1_000
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600: return "\(seconds / 60) min"
    case ..<172_800:
      let minutes = seconds / 60 % 60
      return minutes == 0 ? "\(seconds / 3_600) h" : "\(seconds / 3_600) h \(minutes) min"
    default: return "\(seconds / 86_400) days"
    }
  }
}
