import Rollcall

/// The interval of an app, and what the answer to a report tells it.
struct Steering {
  /// The interval to tell, seconds; `nil` = none.
  private(set) var interval: Int?
  /// The interval it follows once told.
  private(set) var told: ToldInterval?
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
    told = told?.telling(wanted, at: now) ?? ToldInterval(seconds: wanted)
    times += 1
  }
}
