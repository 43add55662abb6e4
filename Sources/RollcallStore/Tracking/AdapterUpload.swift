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

  /// Whether nothing of the request comes after this part: what is said once is stored and answered with it.
  private(set) var isLast = true

  /// How many positions, how many events and how many notes one commit takes.
  static let part = Batch.limit

  /// The upload in parts that are stored one after the other, so that others come in between.
  var parts: [AdapterUpload] {
    let longest = max(pings.count, events.count, notes.count)
    guard longest > Self.part else { return [self] }
    let count = (longest + Self.part - 1) / Self.part
    return (0..<count).map { index in
      var part = index == count - 1 ? self : AdapterUpload(userAgent: userAgent)
      part.isLast = index == count - 1
      part.pings = Self.slice(pings, index)
      part.events = Self.slice(events, index)
      part.notes = Self.slice(notes, index)
      part.bytes = bytes / count
      return part
    }
  }

  private static func slice<Element>(_ all: [Element], _ index: Int) -> [Element] {
    Array(all.dropFirst(index * part).prefix(part))
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
