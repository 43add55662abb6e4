/// Estimates how far a phone's clock is off, from the times in its uploads.
///
/// The offset must be added to the phone's time to get ours. A stale copy of an old body looks like a slow
/// clock, so an attempt counts only when another one confirms it.
public struct SessionClock: Equatable, Sendable {
  /// One attempt to upload: when the phone says it was sent, and when it arrived.
  public struct Attempt: Equatable, Sendable {
    var sentAt: Timestamp
    var receivedAt: Timestamp

    /// How far behind the phone's clock would be if the attempt had not been delayed.
    var offset: Milliseconds { receivedAt.since(sentAt) }

    /// Whether two attempts agree on the offset (± 5 s), have the same distance by both clocks (± 1 s), and
    /// are at least 10 s apart.
    func confirms(_ other: Attempt) -> Bool {
      let bySent = sentAt.since(other.sentAt)
      let byReceived = receivedAt.since(other.receivedAt)
      return abs(difference(offset, other.offset)) <= 5_000
        && abs(difference(bySent, byReceived)) <= 1_000
        && abs(clamping: byReceived) >= 10_000
    }
  }

  /// How old the newest ping of an upload without `sent_at` was.
  public struct Lag: Equatable, Sendable {
    var receivedAt: Timestamp
    var lag: Milliseconds
  }

  /// The last five attempts with a sending time, oldest first.
  public private(set) var attempts: [Attempt] = []
  /// The last five uploads without one, at least 30 s apart.
  public private(set) var lags: [Lag] = []

  /// A clock without any evidence, which is assumed to be right.
  public init() {}

  /// The clock as numbers: attempts as pairs of sent and received, lags as pairs of received and lag.
  public var serialized: [[Int64]] {
    [
      attempts.flatMap { [$0.sentAt.milliseconds, $0.receivedAt.milliseconds] },
      lags.flatMap { [$0.receivedAt.milliseconds, $0.lag] },
    ]
  }

  /// Restores a clock from its numbers; invalid ones are ignored.
  public init(serialized: [[Int64]]) {
    func pairs(_ index: Int) -> [(Timestamp, Int64)] {
      guard serialized.indices.contains(index) else { return [] }
      let numbers = serialized[index]
      return stride(from: 0, to: numbers.count - 1, by: 2).map {
        (Timestamp(milliseconds: numbers[$0]), numbers[$0 + 1])
      }
    }
    attempts = pairs(0).suffix(5).map { Attempt(sentAt: $0, receivedAt: Timestamp(milliseconds: $1)) }
    lags = pairs(1).suffix(5).map { Lag(receivedAt: $0, lag: $1) }
  }

  /// Records an attempt with a sending time. The caller leaves out a `sentAt` already seen in the session.
  public mutating func recordAttempt(sentAt: Timestamp, receivedAt: Timestamp) {
    attempts.append(Attempt(sentAt: sentAt, receivedAt: receivedAt))
    if attempts.count > 5 { attempts.removeFirst() }
  }

  /// Records an upload without `sent_at` whose newest ping was taken at `newest`, by the phone's clock.
  public mutating func recordUpload(newest: Timestamp, receivedAt: Timestamp) {
    if let last = lags.last, receivedAt.since(last.receivedAt) < 30_000 { return }
    lags.append(Lag(receivedAt: receivedAt, lag: receivedAt.since(newest)))
    if lags.count > 5 { lags.removeFirst() }
  }

  /// The confirmed offset in milliseconds (positive: the phone is behind); 0 when none is confirmed or it is below 5 s.
  public var confirmedOffset: Milliseconds {
    let confirmed = attempts.indices.filter { index in
      attempts.indices.contains { $0 != index && attempts[$0].confirms(attempts[index]) }
    }
    guard let smallest = confirmed.map({ attempts[$0].offset }).min(), abs(clamping: smallest) >= 5_000 else {
      return 0
    }
    return smallest
  }

  /// The lag that five uploads share (± 5 s), when it is more than 10 s; else `nil`.
  public var steadyLag: Milliseconds? {
    guard lags.count == 5, let newest = lags.last?.lag, let least = lags.map(\.lag).min(), least > 10_000,
      lags.allSatisfy({ abs(difference($0.lag, newest)) <= 5_000 })
    else { return nil }
    return least
  }

  /// When a ping was taken, in server time.
  ///
  /// Effective time = min(raw + offset, received). An undated ping, and one more than 5 minutes ahead after
  /// correction, gets the server's time.
  public func judge(recordedAt raw: Timestamp?, receivedAt: Timestamp) -> FixTime {
    guard let raw else { return FixTime(effective: receivedAt, source: .server, flags: []) }
    let confirmed = confirmedOffset
    let lag = confirmed == 0 && attempts.isEmpty ? steadyLag : nil
    let corrected = raw.advanced(by: lag ?? confirmed)
    if corrected.since(receivedAt) > 300_000 {
      return FixTime(effective: receivedAt, source: .server, flags: .clockSkew)
    }
    return FixTime(
      effective: min(corrected, receivedAt), source: corrected == raw ? .phone : .corrected,
      flags: lag == nil ? [] : .clockSkew)
  }
}

/// When a fix was taken, in server time, and how that is known.
public struct FixTime: Equatable, Sendable {
  /// The clock that the time is based on.
  public enum Source: Int, CaseIterable, Sendable {
    case phone = 0
    case corrected = 1
    case server = 2

    /// The word in answers and reports.
    public var word: String {
      switch self {
      case .phone: "phone"
      case .corrected: "corrected"
      case .server: "server"
      }
    }
  }

  /// Latest, liveness, gaps, filters, retention and reports use it; never later than `received_at`.
  public var effective: Timestamp
  /// The clock that the time is based on.
  public var source: Source
  /// `clock_skew` when the phone's clock was wrong enough to matter.
  public var flags: DoubtFlags

  /// Creates a time.
  public init(effective: Timestamp, source: Source, flags: DoubtFlags) {
    self.effective = effective
    self.source = source
    self.flags = flags
  }
}

private func difference(_ left: Milliseconds, _ right: Milliseconds) -> Milliseconds {
  let (result, overflow) = left.subtractingReportingOverflow(right)
  return overflow ? .max : result
}

private func abs(clamping value: Milliseconds) -> Milliseconds { value == .min ? .max : Swift.abs(value) }
private func abs(_ value: Milliseconds) -> Milliseconds { abs(clamping: value) }
