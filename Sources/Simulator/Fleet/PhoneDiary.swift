public import Rollcall
import Synchronization

/// What a simulated phone really did, by the true time. The server's view is compared with it.
public final class PhoneDiary: Sendable {
  /// A ping that the phone has saved.
  public struct Recorded: Equatable, Sendable {
    /// Its number in the phone's queue.
    public var sequence: Int64
    /// When, by the true time.
    public var at: Timestamp
    /// How old the position was then, milliseconds.
    public var age: Milliseconds
    /// The position.
    public var position: Position
    /// The speed that the phone reports, m/s; `nil` = none.
    public var speed: Double?
    /// Whether the simulation has deliberately lost it.
    public var isSpilt = false

    /// Creates a ping.
    public init(
      sequence: Int64, at: Timestamp, age: Milliseconds = 0, position: Position, speed: Double? = nil,
      isSpilt: Bool = false
    ) {
      self.sequence = sequence
      self.at = at
      self.age = age
      self.position = position
      self.speed = speed
      self.isSpilt = isSpilt
    }
  }

  /// An event of the phone that the app was told of.
  public struct Event: Equatable, Sendable {
    /// The kind of event.
    public var kind: DeviceEvent.Kind
    /// When, by the phone's clock.
    public var dated: Timestamp
    /// When, by the true time.
    public var at: Timestamp

    /// Creates an event.
    public init(kind: DeviceEvent.Kind, dated: Timestamp, at: Timestamp) {
      (self.kind, self.dated, self.at) = (kind, dated, at)
    }
  }

  /// A request that the server has accepted.
  public struct Heard: Equatable, Sendable {
    /// When the server accepted it, by the true time.
    public var at: Timestamp
    /// Its pings, with their numbers.
    public var pings: [Ping] = []
    /// Its telemetry.
    public var telemetry = Telemetry()
    /// Its events, by the phone's clock.
    public var events: [DeviceEvent] = []
    /// Its duty.
    public var duty: DutyState?
    /// Since when the duty holds, by the phone's clock; `nil` = not stated.
    public var dutyAt: Timestamp?
    /// When the phone sent it, by the true time; `nil` = at once.
    public var sent: Timestamp?
    /// The same by the phone's clock, if the request states it.
    public var sentAt: Timestamp?
    /// The key of an upload; `nil` = none.
    public var key: String?
    /// Whether a session began with it.
    public var isLogin = false

    /// Creates a request without contents.
    public init(at: Timestamp) { self.at = at }
  }

  /// Counts of the phone's pings.
  public struct Counts: Equatable, Sendable {
    /// Evicted from a full queue.
    public var evicted = 0
    /// The numbers of the waiting pings.
    public var waiting: Set<Int64> = []
    /// Permanently refused by the server: pings only.
    public var setAside = 0
    /// Were recorded.
    public var recorded = 0
    /// Reached the server, however often.
    public var delivered = 0

    /// None.
    public init() {}
  }

  private struct Pages {
    var queue = ""
    var recorded: [Recorded] = []
    var heard: [Heard] = []
    var events: [Event] = []
    var counts = Counts()
  }

  private let pages = Mutex(Pages())
  private let isKept: Bool

  /// Creates a diary.
  ///
  /// - Parameter isKept: Whether everything is recorded; else only the counts.
  public init(isKept: Bool) { self.isKept = isKept }

  /// The name of the phone's queue; empty before it has one.
  public var queue: String { pages.withLock { $0.queue } }
  /// What the phone has recorded, in order.
  public var recorded: [Recorded] { pages.withLock { $0.recorded } }
  /// What the server has accepted, in its order.
  public var heard: [Heard] { pages.withLock { $0.heard } }
  /// The phone's events that the app was told of, in order.
  public var events: [Event] { pages.withLock { $0.events } }
  /// The counts of the phone's pings.
  public var counts: Counts { pages.withLock { $0.counts } }

  func began(_ queue: String) { pages.withLock { $0.queue = queue } }

  func record(_ ping: Recorded) {
    pages.withLock {
      $0.counts.recorded += 1
      if isKept { $0.recorded.append(ping) }
    }
  }

  func record(_ event: Event) {
    guard isKept else { return }
    pages.withLock { $0.events.append(event) }
  }

  func record(_ heard: Heard) {
    pages.withLock {
      $0.counts.delivered += heard.pings.count
      if isKept { $0.heard.append(heard) }
    }
  }

  func record(evicted: Int, waiting: Set<Int64>, setAside: Int) {
    pages.withLock {
      ($0.counts.evicted, $0.counts.waiting, $0.counts.setAside) = (evicted, waiting, setAside)
    }
  }
}
