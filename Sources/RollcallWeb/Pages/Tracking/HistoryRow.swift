import Rollcall

/// One ping in the history.
struct HistoryRow: PageRow {
  static let template = "Tracking/HistoryRow"

  var key: String
  /// When it was taken, by effective time.
  var taken: Moment
  /// `corrected` or `server` when the time is not the phone's; else empty.
  var timeNote: String
  /// Whether only a hold keeps it.
  var isHeld: Bool
  /// When the server stored it, and its delay.
  var received: Moment
  var delay: String
  /// Whether to highlight that: it closed a gap afterwards.
  var isLate: Bool
  var responder, responderHref: String
  var coordinates, geo, accuracy, speed, battery: String
  /// `yes`, `no`, `unknown`.
  var mock: String
  /// `gps`, `network`, `passive`, and its number in the phone's queue; may be `—`.
  var source, sequence: String
  var flags: [FlagMark]
}

extension HistoryRow {
  /// - Parameters:
  ///   - takenAt: its effective time.
  ///   - isHeld: whether it would be gone if it were not on hold.
  init(
    id: Int64, ping: Ping, takenAt: Timestamp, timeNote: String, receivedAt: Timestamp, flags: DoubtFlags,
    isHeld: Bool = false, responder: String, responderHref: String, clock: PageClock
  ) {
    (key, self.timeNote, self.isHeld) = ("p\(id)", timeNote, isHeld)
    (taken, received) = (clock.time(takenAt), clock.time(receivedAt))
    delay = Words.delay(recorded: takenAt, received: receivedAt)
    isLate = receivedAt.since(takenAt) >= 180_000
    (self.responder, self.responderHref) = (responder, responderHref)
    (coordinates, geo) = (Words.coordinates(ping.position), Words.geo(ping.position, accuracy: ping.accuracy))
    (accuracy, speed) = (Words.accuracy(ping.accuracy), Words.speed(ping.speed))
    (battery, mock) = (Words.share(ping.batteryLevel), ping.isMock.word)
    source = ping.source?.rawValue ?? Words.none
    sequence = ping.sequence.map(Words.grouped) ?? Words.none
    self.flags = flags.names.map(FlagMark.init)
  }
}
