/// All possible evidence for the cause of a silence: the store's facts about one quiet span.
///
/// Lists may be in any order and may hold more than needed; the rules ignore other times.
public struct SilenceFacts: Equatable, Sendable {
  /// How a session ended.
  public struct SessionEnd: Equatable, Sendable {
    /// Who ended it.
    public enum How: Sendable { case revoked, expired }

    /// When it stopped working.
    public var at: Timestamp
    /// Who ended it.
    public var how: How
    /// When the responder's next session began; `nil` = there is none. One that began no later than this one
    /// ended makes the end harmless: a new login, a renewed token.
    public var succeededAt: Timestamp?

    /// A session's end from its parts.
    public init(at: Timestamp, how: How, succeededAt: Timestamp? = nil) {
      self.at = at
      self.how = how
      self.succeededAt = succeededAt
    }
  }

  /// A device event by our time.
  public struct Event: Equatable, Sendable {
    /// The kind of event.
    public var kind: DeviceEvent.Kind
    /// When, effective time.
    public var at: Timestamp
    /// When the report arrived.
    public var receivedAt: Timestamp

    /// An event from its parts.
    public init(_ kind: DeviceEvent.Kind, at: Timestamp, receivedAt: Timestamp) {
      self.kind = kind
      self.at = at
      self.receivedAt = receivedAt
    }
  }

  /// An upload's report about the phone.
  public struct Report: Equatable, Sendable {
    /// When it arrived.
    public var receivedAt: Timestamp
    /// The reported values.
    public var telemetry: Telemetry

    /// A report from its parts.
    public init(receivedAt: Timestamp, telemetry: Telemetry) {
      self.receivedAt = receivedAt
      self.telemetry = telemetry
    }
  }

  /// The level of the battery, from a ping or an event.
  public struct Battery: Equatable, Sendable {
    /// 0…1.
    public var level: Double
    /// Effective time.
    public var at: Timestamp

    /// A reading from its parts.
    public init(level: Double, at: Timestamp) {
      self.level = level
      self.at = at
    }
  }

  /// *Not observed* spans that touch the silence.
  public var absences: [TimeSpan] = []
  /// Ends of the responder's sessions from the silence's beginning to its end.
  public var sessionEnds: [SessionEnd] = []
  /// Requests refused with 401 during the silence.
  public var refusals: [Timestamp] = []
  /// Device events by effective time, from ``lookBack`` before the silence to ``lookAhead`` after it.
  public var events: [Event] = []
  /// The last three uploads at or before the silence's beginning, and the first one at or after its end.
  public var reports: [Report] = []
  /// Readings from ``lookBack`` before the silence to its end, late ones too.
  public var batteries: [Battery] = []
  /// The fixes taken during the silence.
  public var fixes = FixesInside()

  /// How long before a silence an event may still have to do with it: 15 minutes.
  public static let lookBack: Milliseconds = 900_000
  /// How long after its end a phone still tells about its return: 5 minutes.
  public static let lookAhead: Milliseconds = 300_000

  /// Nothing known.
  public init() {}
}
