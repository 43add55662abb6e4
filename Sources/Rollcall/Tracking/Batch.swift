/// 1 to 50 pings uploaded together, in the order of the array, with the phone's telemetry.
public struct Batch: Equatable, Sendable {
  /// The most pings one upload may carry.
  public static let limit = 50

  /// The pings that may be stored, in the order sent.
  public var pings: [Ping]
  /// The name of the phone's queue; the device id stands for it when absent. 1 to 128 bytes.
  public var queueID: String?
  /// When this attempt was sent, by the phone's clock.
  public var sentAt: Timestamp?
  /// The phone's telemetry.
  public var telemetry: Telemetry
  /// Optional values that were out of range or unrecognised, counted by field and stored as unknown.
  public var unknownValues: [String: Int]

  /// Creates a batch.
  public init(
    pings: [Ping], queueID: String? = nil, sentAt: Timestamp? = nil, telemetry: Telemetry = Telemetry(),
    unknownValues: [String: Int] = [:]
  ) {
    self.pings = pings
    self.queueID = queueID
    self.sentAt = sentAt
    self.telemetry = telemetry
    self.unknownValues = unknownValues
  }
}

/// Why one member of an upload cannot be stored.
public struct PingError: Equatable, Sendable {
  /// Its place in the array, from 0.
  public var index: Int
  /// The invalid field, or `""` for the member as a whole.
  public var field: String
  /// The rule it breaks, a word: `required`, `type`, `range`, `format`, `too_far`.
  public var rule: String
  /// The same for people.
  public var message: String

  /// Creates an error.
  public init(index: Int, field: String, rule: String, message: String) {
    self.index = index
    self.field = field
    self.rule = rule
    self.message = message
  }
}
