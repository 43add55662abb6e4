public import Rollcall

/// The instants before which data has expired.
public struct RetentionLimits: Equatable, Sendable {
  /// How long transitions, silences, offers and the rest of the log are kept, days.
  public static let logDays = 400

  /// Pings and device events with an earlier effective time, and uploads received earlier, have expired.
  public let reports: Timestamp
  /// Older log entries have expired.
  public let log: Timestamp

  /// The limits at `now` of a workspace that keeps positions for this many days.
  public init(days: Int, now: Timestamp) {
    reports = now.advanced(by: Self.length(ofDays: days))
    log = now.advanced(by: Self.length(ofDays: Self.logDays))
  }

  private static func length(ofDays days: Int) -> Milliseconds {
    -Int64(clamping: days).multipliedReportingOverflow(by: 86_400_000).partialValue
  }
}
