import Rollcall

/// What an app's interval is, and what the answer to a report makes of it.
struct Steering {
  /// The interval to be told, seconds; `nil` = nothing to tell.
  private(set) var interval: Int?
  /// What it goes by once it is told.
  private(set) var told: ToldInterval?
  /// How often it was told that.
  private(set) var times: Int

  /// How often an app is told an interval: an answer may be lost, and none says that it arrived.
  private static let repeats = 3

  /// What the device knows, and nothing new.
  init(_ known: AdapterRow) { (told, times) = (known.told, known.toldTimes) }

  /// The interval is told when it is another than was told before or was told too seldom. Only one that somebody has set
  /// for the device: what an app does by itself is its user's.
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
