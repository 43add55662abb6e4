import Rollcall

/// One ping in the history.
struct HistoryRow: PageRow {
  static let template = "Tracking/HistoryRow"

  /// The row's name in the page, `p` and the ping's id.
  var key: String
  /// When it was taken, by effective time.
  var taken: Moment
  /// `corrected` or `server` when that time is not the phone's own word; else empty.
  var timeNote: String
  /// Whether it would be gone if it were not on hold.
  var isHeld: Bool
  /// When the server had it on disk.
  var received: Moment
  /// How much later that was.
  var delay: String
  /// Whether that is worth a look: it closed a gap afterwards.
  var isLate: Bool
  var responder: String
  /// The history of that responder alone.
  var responderHref: String
  /// The position as text.
  var coordinates: String
  /// The position as a `geo:` address.
  var geo: String
  /// `12 m`.
  var accuracy: String
  /// `5.4 km/h`.
  var speed: String
  var battery: String
  /// `yes`, `no`, `unknown`.
  var mock: String
  /// `gps`, `network`, `passive`; may be `—`.
  var source: String
  /// Its number in the phone's queue; may be `—`.
  var sequence: String
  /// Reasons to doubt it.
  var flags: [FlagMark]
}

extension HistoryRow {
  /// A row from a ping as it was sent and what the server knows of it.
  ///
  /// - Parameters:
  ///   - id: the ping's id.
  ///   - ping: what the phone sent.
  ///   - takenAt: its effective time.
  ///   - timeNote: `corrected` or `server`, else empty.
  ///   - receivedAt: when it was on disk.
  ///   - flags: reasons to doubt it.
  ///   - isHeld: whether it would be gone if it were not on hold.
  ///   - responder: the name of whose it is.
  ///   - responderHref: the history of that responder alone.
  ///   - clock: when and where the page is read.
  init(
    id: Int64, ping: Ping, takenAt: Timestamp, timeNote: String, receivedAt: Timestamp, flags: DoubtFlags,
    isHeld: Bool = false, responder: String, responderHref: String, clock: PageClock
  ) {
    key = "p\(id)"
    taken = clock.time(takenAt)
    self.timeNote = timeNote
    self.isHeld = isHeld
    received = clock.time(receivedAt)
    delay = Words.delay(recorded: takenAt, received: receivedAt)
    isLate = receivedAt.since(takenAt) >= 180_000
    self.responder = responder
    self.responderHref = responderHref
    coordinates = Words.coordinates(ping.position)
    geo = Words.geo(ping.position, accuracy: ping.accuracy)
    accuracy = Words.accuracy(ping.accuracy)
    speed = Words.speed(ping.speed)
    battery = Words.battery(ping.batteryLevel)
    mock = ping.isMock.word
    source = ping.source?.rawValue ?? Words.none
    sequence = ping.sequence.map(Words.grouped) ?? Words.none
    self.flags = flags.names.map(FlagMark.init)
  }
}
