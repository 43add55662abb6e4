import Rollcall

/// The interval of an app, and what the answer to a report tells it.
struct IntervalUpdate {
  /// The interval to tell, seconds; `nil` = none.
  private(set) var interval: Int?
  /// The interval it follows once told.
  private(set) var told: SentInterval?
  /// How often it was told that interval.
  private(set) var times: Int

  /// How often an app is told an interval: an answer may be lost, and the app does not confirm it.
  private static let repeats = 3

  /// Keeps what the device knows.
  init(_ known: AdapterRow) { (told, times) = (known.told, known.toldTimes) }

  /// Tells the interval when it has changed, or was told too rarely. Only one set for the device: the app's
  /// own settings are its user's business.
  init(_ known: AdapterRow, duty: DutyState, at now: Timestamp) {
    self.init(known)
    guard known.device.isSteered, let own = known.device.ownIntervals else { return }
    let wanted = own.seconds(in: duty)
    if told?.seconds != wanted { times = 0 }
    guard times < Self.repeats else { return }
    interval = wanted
    told = told?.telling(wanted, at: now) ?? SentInterval(seconds: wanted)
    times += 1
  }
}

/// The interval that an app controlled by our answers probably follows: it never confirms one.
struct SentInterval: Equatable {
  /// The last interval it was told, or set up with, seconds.
  var seconds: Int
  /// When it was first told that interval; `nil` = it was set up with it.
  var at: Timestamp?
  /// The interval before that, seconds.
  var before: Int?

  init(seconds: Int, at: Timestamp? = nil, before: Int? = nil) {
    (self.seconds, self.at, self.before) = (seconds, at, before)
  }

  /// Reads its columns; `nil` = nothing is known.
  init?(_ seconds: Int64?, _ at: Timestamp?, _ before: Int64?) {
    guard let seconds else { return nil }
    self.init(seconds: Int(clamping: seconds), at: at, before: before.map { Int(clamping: $0) })
  }

  /// The interval to judge it by when `wanted` is asked of it, seconds, and until when, if not for good.
  ///
  /// An app cannot follow an interval before it is told, which happens when it reports. So the old interval
  /// applies until then, and for its own length after that. Never shorter than the one asked for.
  func judged(_ wanted: Int, at now: Timestamp) -> (seconds: Int, until: Timestamp?) {
    guard seconds == wanted else { return (max(wanted, seconds), nil) }
    guard let at, let before, before > wanted else { return (wanted, nil) }
    let end = at.advanced(by: Milliseconds(before) * 1_000)
    return now < end ? (before, end) : (wanted, nil)
  }

  /// The state after it is told `wanted`.
  func telling(_ wanted: Int, at now: Timestamp) -> SentInterval {
    seconds == wanted ? self : SentInterval(seconds: wanted, at: now, before: seconds)
  }
}
