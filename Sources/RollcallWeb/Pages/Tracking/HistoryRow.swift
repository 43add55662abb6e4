public import Rollcall

/// One ping in the history.
public struct HistoryRow: PageRow {
  /// Its template.
  public static let template = "Tracking/HistoryRow"

  /// The row's name in the page, `p` and the ping's id.
  public var key: String
  /// When it was taken, by effective time.
  public var taken: Moment
  /// `corrected` or `server` when that time is not the phone's own word; else empty.
  public var timeNote: String
  /// Whether it would be gone if it were not on hold.
  public var isHeld: Bool
  /// When the server had it on disk.
  public var received: Moment
  /// How much later that was.
  public var delay: String
  /// Whether that is worth a look: it closed a gap afterwards.
  public var isLate: Bool
  /// Whose it is.
  public var responder: String
  /// The history of that responder alone.
  public var responderHref: String
  /// The position as text.
  public var coordinates: String
  /// The position as a `geo:` address.
  public var geo: String
  /// `12 m`.
  public var accuracy: String
  /// `5.4 km/h`.
  public var speed: String
  /// `38 %`.
  public var battery: String
  /// `yes`, `no`, `unknown`.
  public var mock: String
  /// `gps`, `network`, `passive`; may be `—`.
  public var source: String
  /// Its number in the phone's queue; may be `—`.
  public var sequence: String
  /// Reasons to doubt it.
  public var flags: [FlagMark]

  /// An example with every kind of content.
  public static let sample = HistoryPage.sampleRow(0, flags: [.mock, .speed], late: true)
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
  public init(
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
    mock = Self.mockWord(ping.isMock)
    source = ping.source?.rawValue ?? Words.none
    sequence = ping.sequence.map(Words.grouped) ?? Words.none
    self.flags = flags.names.map(FlagMark.init)
  }

  private static func mockWord(_ report: Ping.MockReport) -> String {
    switch report {
    case .no: "no"
    case .yes: "yes"
    case .unknown: "unknown"
    }
  }
}
