public import Rollcall

/// What a foreign app sent, read and accepted for storing.
public struct AdapterUpload: Sendable {
  /// The positions, in the order sent; any number.
  public var pings: [Ping]
  /// What the phone says about itself.
  public var telemetry: Telemetry
  /// When it said so; `nil` = now.
  public var saidAt: Timestamp?
  /// What happened to it.
  public var events: [DeviceEvent]
  /// What else happened to it.
  public var notes: [PhoneNote]
  /// The records that were dropped, by reason, in the order sent.
  public var drops: [String]
  /// As what the app speaks: its own words.
  public var userAgent: String?
  /// Bytes of the body, for the bound on waiting work.
  public var bytes: Int

  /// An upload from its parts.
  public init(
    pings: [Ping] = [], telemetry: Telemetry = Telemetry(), saidAt: Timestamp? = nil,
    events: [DeviceEvent] = [], notes: [PhoneNote] = [], drops: [String] = [], userAgent: String? = nil,
    bytes: Int = 0
  ) {
    self.pings = pings
    self.telemetry = telemetry
    self.saidAt = saidAt
    self.events = events
    self.notes = notes
    self.drops = drops
    self.userAgent = userAgent
    self.bytes = bytes
  }

  /// How many positions one commit takes.
  static let part = Batch.limit

  /// The upload in parts that are stored one after the other, so that others come in between.
  var parts: [AdapterUpload] {
    guard pings.count > Self.part else { return [self] }
    return stride(from: 0, to: pings.count, by: Self.part).map { start in
      let end = min(start + Self.part, pings.count)
      let bytes = bytes / pings.count * (end - start)
      // What is said once is stored with the last part: nothing is taken for told before all is stored.
      guard end == pings.count else {
        return AdapterUpload(pings: Array(pings[start..<end]), userAgent: userAgent, bytes: bytes)
      }
      var last = self
      last.pings = Array(pings[start...])
      last.bytes = bytes
      return last
    }
  }
}

/// What became of what a foreign app sent.
public struct AdapterResult: Equatable, Sendable {
  /// What became of the positions.
  public var positions = UploadResult()
  /// How many were dropped, by reason.
  public var dropped: [String: Int] = [:]
  /// The interval the app is to be told, seconds; `nil` = nothing to tell.
  public var interval: Int?

  /// Nothing yet.
  public init() {}
}
