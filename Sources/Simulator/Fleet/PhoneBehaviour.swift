public import Rollcall

/// How a simulated phone and its person behave: a script of events. Times are milliseconds after the live
/// start; negative = in the past.
public struct PhoneBehaviour: Equatable, Sendable {
  /// A change of the responder's duty.
  public struct DutyStep: Equatable, Sendable {
    /// The new state.
    public var state: DutyState
    /// The time of the change.
    public var at: Milliseconds
    /// The order or mission it belongs to.
    public var order: String?

    /// Creates a step.
    public init(_ state: DutyState, at: Milliseconds, order: String? = nil) {
      self.state = state
      self.at = at
      self.order = order
    }
  }

  /// How the responder reacts to offers.
  public enum OfferHabit: String, Codable, Sendable {
    /// Looks, and accepts after some seconds.
    case accepts
    /// Looks, and declines after some seconds.
    case declines
    /// Never looks.
    case ignores
    /// Accepts, and is not heard from on the way.
    case vanishes
    /// Looks soon, late or not at all, and mostly accepts: at random.
    case varies
  }

  /// Participation in an event, whose app reports start, end and checkpoints.
  public struct EventPart: Equatable, Sendable {
    /// The time from one checkpoint to the next, milliseconds.
    public static let leg: Milliseconds = 900_000
    /// The event's name in addresses.
    public var event: String
    /// When they start.
    public var from: Milliseconds

    /// A part.
    public init(in event: String, from: Milliseconds) { (self.event, self.from) = (event, from) }
  }

  /// A different address for a while, as of a relay.
  public struct Detour: Equatable, Sendable {
    /// The address.
    public var address: String
    /// From when, milliseconds after the live start.
    public var from: Milliseconds
    /// The first millisecond after it; `.max` = without end.
    public var until: Milliseconds

    /// Creates a detour.
    public init(_ address: String, from: Milliseconds, until: Milliseconds = .max) {
      (self.address, self.from, self.until) = (address, from, max(from, until))
    }
  }

  /// The phone's faults.
  public var spells: [Spell]
  /// The drains of the battery; in order, apart.
  public var drains: [BatteryDrain]
  /// The responder's duty. Before the first step: the profile's initial state.
  public var duty: [DutyStep]
  /// How far the phone's clock is ahead of the true time; negative = behind. Milliseconds.
  public var clockAhead: Milliseconds
  /// How they react to offers.
  public var offers: OfferHabit
  /// How long they stay where they were sent, milliseconds.
  public var stay: Milliseconds
  /// Whether a push message can wake the phone, because its app has registered an address.
  public var canBeWoken = false
  /// The event they take part in; `nil` = none.
  public var part: EventPart?
  /// When the responder starts to use this phone; `nil` = before the run.
  public var usedFrom: Milliseconds?
  /// The address that the server sees; `nil` = one of a network without an owner.
  public var address: String?
  /// Other addresses for a while; of two at once the later in the list counts.
  public var detours: [Detour] = []

  /// Creates a behaviour; by default a phone without faults, whose person does not change their duty.
  public init(
    spells: [Spell] = [], drains: [BatteryDrain] = [], duty: [DutyStep] = [], clockAhead: Milliseconds = 0,
    offers: OfferHabit = .accepts, stay: Milliseconds = 480_000, part: EventPart? = nil
  ) {
    self.spells = spells
    self.drains = drains
    self.duty = duty
    self.clockAhead = clockAhead
    self.offers = offers
    self.stay = max(0, stay)
    self.part = part
  }

  /// Whether a fault of this kind is active `elapsed` milliseconds after the live start.
  func suffers(_ trouble: PhoneFault, at elapsed: Milliseconds) -> Bool {
    spells.contains { $0.trouble == trouble && $0.contains(elapsed) }
  }

  /// Whether the app has no process: it was ended, the phone is off, or not in use yet.
  func isGone(at elapsed: Milliseconds) -> Bool {
    suffers(.killed, at: elapsed) || isDead(at: elapsed) || elapsed < usedFrom ?? .min
  }

  /// Whether the phone is off.
  func isDead(at elapsed: Milliseconds) -> Bool { drains.contains { $0.isDead(elapsed) } }

  /// Whether the app runs: it can take fixes and record events.
  func isRunning(at elapsed: Milliseconds) -> Bool { !isGone(at: elapsed) && !suffers(.silent, at: elapsed) }

  /// Whether the phone has a network, usable or not.
  func hasNetwork(at elapsed: Milliseconds) -> Bool {
    ![.network, .tunnel, .handover].contains { suffers($0, at: elapsed) }
  }

  /// Whether the phone could reach the server.
  func isReachable(at elapsed: Milliseconds) -> Bool {
    isRunning(at: elapsed) && hasNetwork(at: elapsed) && !suffers(.captivePortal, at: elapsed)
  }

  /// Whether the app may read the position.
  func mayLocate(at elapsed: Milliseconds) -> Bool {
    !suffers(.permission, at: elapsed) && !suffers(.location, at: elapsed)
  }

  /// Whether the receiver finds anything.
  func findsPosition(at elapsed: Milliseconds) -> Bool {
    mayLocate(at: elapsed) && !suffers(.noFix, at: elapsed) && !suffers(.tunnel, at: elapsed)
  }

  /// The address that the server sees; `nil` = one without an owner.
  func address(at elapsed: Milliseconds) -> String? {
    detours.last { $0.from <= elapsed && elapsed < $0.until }?.address ?? address
  }

  /// How far the phone's clock is ahead, milliseconds.
  func clockAhead(at elapsed: Milliseconds) -> Milliseconds {
    spells.filter { $0.trouble == .clockSkew && $0.contains(elapsed) }.reduce(clockAhead) { $0 &+ $1.amount }
  }

  /// The battery level, 0.01…1, two decimals. An undrained battery loses 1 % in twelve minutes and is charged
  /// at 25 %; `offset` varies between phones.
  func battery(at elapsed: Milliseconds, offset: Double) -> Double {
    let healthy = (offset - Double(elapsed) / 72_000_000).truncatingRemainder(dividingBy: 0.7)
    let drained = drains.lazy.compactMap { $0.level(at: elapsed) }.first
    let level = drained ?? 0.25 + (healthy < 0 ? healthy + 0.7 : healthy)
    return (min(1, max(0.01, level)) * 100).rounded() / 100
  }

  /// Whether the phone saves power: on the script's order, or because its battery is low.
  func savesPower(at elapsed: Milliseconds, battery: Double) -> Bool {
    battery < 0.2 || suffers(.lowPower, at: elapsed)
  }
}
