public import Rollcall

/// What a foreign app sent, read and accepted for storing.
public struct AdapterUpload: Sendable {
  /// The positions, in the order sent; any number.
  public var pings: [Ping]
  /// What the app repeats while nobody moves; any number.
  public var signs: [SignOfLife]
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

  /// Whether nothing of the request comes after this part: what is said once is stored and answered with it.
  private(set) var isLast = true

  /// How many positions, how many events and how many notes one commit takes.
  static let part = Batch.limit

  /// The upload in parts that are stored one after the other, so that others come in between. Signs of life come after
  /// everything else.
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
