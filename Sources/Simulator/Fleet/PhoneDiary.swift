public import Rollcall
import Synchronization

/// What a simulated phone really did, by the true time: against it the server's view is held.
public final class PhoneDiary: Sendable {
  /// A ping that the phone has kept.
  public struct Recorded: Equatable, Sendable {
    /// Its number in the phone's queue.
    public var sequence: Int64
    /// When, by the true time.
    public var at: Timestamp
    /// How old the position was then, milliseconds.
    public var age: Milliseconds
    /// Where.
    public var position: Position
    /// How fast the phone says that it moved, m/s; `nil` = it does not say.
    public var speed: Double?
    /// Whether the simulation itself has lost it afterwards.
    public var isSpilt = false

    /// A ping from its parts.
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

  /// Something that the app was told of the phone.
  public struct Event: Equatable, Sendable {
    /// What.
    public var kind: DeviceEvent.Kind
    /// When, by the phone's clock.
    public var dated: Timestamp
    /// When, by the true time.
    public var at: Timestamp

    /// An event from its parts.
    public init(kind: DeviceEvent.Kind, dated: Timestamp, at: Timestamp) {
      (self.kind, self.dated, self.at) = (kind, dated, at)
    }
  }

  /// A request that the server has taken.
  public struct Heard: Equatable, Sendable {
    /// When the server took it, by the true time.
    public var at: Timestamp
    /// The pings that it brought, with their numbers.
    public var pings: [Ping] = []
    /// What it told of the phone.
    public var telemetry = Telemetry()
    /// The events that it told, by the phone's clock.
    public var events: [DeviceEvent] = []
    /// The duty that it told.
    public var duty: DutyState?
    /// Since when it is said to hold, by the phone's clock; `nil` = it does not say.
    public var dutyAt: Timestamp?
    /// When the phone sent it, by the true time; `nil` = at once.
    public var sent: Timestamp?
    /// The same by the phone's clock, where the request says so.
    public var sentAt: Timestamp?
    /// The key under which an upload came; `nil` = none.
    public var key: String?
    /// Whether a session began with it.
    public var isLogin = false

    /// A request that told nothing.
    public init(at: Timestamp) { self.at = at }
  }

  /// What became of the phone's pings.
  public struct Counts: Equatable, Sendable {
    /// Had to go from a full queue.
    public var evicted = 0
    /// The numbers of those that wait in the phone.
    public var waiting: Set<Int64> = []
    /// The server has refused for good: pings alone.
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

  /// A diary.
  ///
  /// - Parameter isKept: Whether everything is written down; else only the counts.
  public init(isKept: Bool) { self.isKept = isKept }

  /// The name of the phone's queue; empty before it has one.
  public var queue: String { pages.withLock { $0.queue } }
  /// What the phone has recorded, in order.
  public var recorded: [Recorded] { pages.withLock { $0.recorded } }
  /// What the server has taken, in its order.
  public var heard: [Heard] { pages.withLock { $0.heard } }
  /// What the app was told of the phone, in order.
  public var events: [Event] { pages.withLock { $0.events } }
  /// What became of the pings.
  public var counts: Counts { pages.withLock { $0.counts } }

  func began(_ queue: String) { pages.withLock { $0.queue = queue } }

  func note(_ ping: Recorded) {
    pages.withLock {
      $0.counts.recorded += 1
      if isKept { $0.recorded.append(ping) }
    }
  }

  func note(_ event: Event) {
    guard isKept else { return }
    pages.withLock { $0.events.append(event) }
  }

  func note(_ heard: Heard) {
    pages.withLock {
      $0.counts.delivered += heard.pings.count
      if isKept { $0.heard.append(heard) }
    }
  }

  func note(evicted: Int, waiting: Set<Int64>, setAside: Int) {
    pages.withLock {
      ($0.counts.evicted, $0.counts.waiting, $0.counts.setAside) = (evicted, waiting, setAside)
    }
  }
}
