public import Rollcall

/// A decoded request of another app.
public struct AdapterUpload: Sendable {
  /// The positions in the order sent, any number.
  public var pings: [Ping]
  /// The signs of life that the app sends while there is no movement, any number.
  public var signs: [SignOfLife]
  /// The phone's telemetry.
  public var telemetry: Telemetry
  /// The time of the telemetry; `nil` = now.
  public var saidAt: Timestamp?
  /// What happened to it.
  public var events: [DeviceEvent]
  /// What else happened to it.
  public var notes: [PhoneNote]
  /// The reasons of the rejected records, in the order sent.
  public var drops: [String]
  /// The `User-Agent`.
  public var userAgent: String?
  /// Bytes of the body, for the bound on waiting work.
  public var bytes: Int

  /// Creates an upload.
  public init(
    pings: [Ping] = [], signs: [SignOfLife] = [], telemetry: Telemetry = Telemetry(),
    saidAt: Timestamp? = nil,
    events: [DeviceEvent] = [], notes: [PhoneNote] = [], drops: [String] = [], userAgent: String? = nil,
    bytes: Int = 0
  ) {
    self.pings = pings
    self.signs = signs
    self.telemetry = telemetry
    self.saidAt = saidAt
    self.events = events
    self.notes = notes
    self.drops = drops
    self.userAgent = userAgent
    self.bytes = bytes
  }

  /// Whether this is the last part of the request, which brings what is stored and answered once.
  private(set) var isLast = true

  /// How many positions, events and notes each go into one commit.
  static let part = Batch.limit

  /// The upload in parts that are stored separately, so that other writes get their turn. Signs of life come
  /// last.
  var parts: [AdapterUpload] {
    let before = max(0, Self.parts(of: max(pings.count, events.count, notes.count)) - 1)
    let count = before + max(1, Self.parts(of: signs.count))
    guard count > 1 else { return [self] }
    return (0..<count).map { index in
      var part = index == count - 1 ? self : AdapterUpload(userAgent: userAgent)
      part.isLast = index == count - 1
      part.pings = Self.slice(pings, index)
      part.signs = index < before ? [] : Self.slice(signs, index - before)
      part.events = Self.slice(events, index)
      part.notes = Self.slice(notes, index)
      part.bytes = bytes / count
      return part
    }
  }

  private static func parts(of count: Int) -> Int { (count + part - 1) / part }

  private static func slice<Element>(_ all: [Element], _ index: Int) -> [Element] {
    Array(all.dropFirst(index * part).prefix(part))
  }
}

/// The result of storing a request of another app.
public struct AdapterResult: Equatable, Sendable {
  /// The result of the positions.
  public var positions = UploadResult()
  /// How many records were rejected, by reason.
  public var dropped: [String: Int] = [:]
  /// The interval to tell the app, seconds; `nil` = none.
  public var interval: Int?

  /// Nothing yet.
  public init() {}
}
