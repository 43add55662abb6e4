public import Rollcall

/// How a simulated phone and its person live: a script of what happens when. Times are milliseconds after the live
/// start; negative = in the past.
public struct PhoneBehaviour: Equatable, Sendable {
  /// What the responder does from a time on.
  public struct DutyStep: Equatable, Sendable {
    /// The new state.
    public var state: DutyState
    /// When.
    public var at: Milliseconds
    /// The order or mission it belongs to.
    public var order: String?

    /// A step from its parts.
    public init(_ state: DutyState, at: Milliseconds, order: String? = nil) {
      self.state = state
      self.at = at
      self.order = order
    }
  }

  /// What the responder says to offers.
  public enum OfferHabit: String, Codable, Sendable {
    /// Looks, and accepts after some seconds.
    case accepts
    /// Looks, and declines after some seconds.
    case declines
    /// Never looks.
    case ignores
    /// Accepts, and is not heard any more on the way.
    case vanishes
    /// Looks soon, late or not at all, and mostly accepts: by chance, as people do.
    case varies
  }

  /// Part in an event, whose app reports the start and the end of it, and its checkpoints.
  public struct EventPart: Equatable, Sendable {
    /// How long somebody is on the way from one checkpoint to the next, milliseconds.
    public static let leg: Milliseconds = 900_000
    /// The event's name in addresses.
    public var event: String
    /// From when on they take part.
    public var from: Milliseconds

    /// A part.
    public init(in event: String, from: Milliseconds) { (self.event, self.from) = (event, from) }
  }

  /// Another address for a while, as of a relay's.
  public struct Detour: Equatable, Sendable {
    /// The address.
    public var address: String
    /// From when, milliseconds after the live start.
    public var from: Milliseconds
    /// The first millisecond after it; `.max` = for ever.
    public var until: Milliseconds

    /// A detour from its parts.
    public init(_ address: String, from: Milliseconds, until: Milliseconds = .max) {
      (self.address, self.from, self.until) = (address, from, max(from, until))
    }
  }

  /// What goes wrong.
  public var spells: [Spell]
  /// How the battery runs empty, each time that it does; in order, apart.
  public var drains: [BatteryDrain]
  /// What the responder does. Before the first step: what their profile begins with.
  public var duty: [DutyStep]
  /// How far the phone's clock is ahead of the real time; negative = behind. Milliseconds.
  public var clockAhead: Milliseconds
  /// What they say to offers.
  public var offers: OfferHabit
  /// How long they stay at a place to which they were sent, milliseconds.
  public var stay: Milliseconds
  /// Whether a message can wake the phone: its app has told the server an address.
  public var canBeWoken = false
  /// In which event they take part; `nil` = in none.
  public var part: EventPart?
  /// When somebody takes this phone in use; `nil` = long ago.
  public var usedFrom: Milliseconds?
  /// From which address the server hears it; `nil` = one of a network that belongs to nobody.
  public var address: String?
  /// When it is heard from other addresses; of two at once the later in the list counts.
  public var detours: [Detour] = []

  /// A behaviour; without arguments that of a phone that works, of a person who goes on doing what they did.
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

  /// Whether something of this kind is wrong `elapsed` milliseconds after the live start.
  func suffers(_ trouble: Trouble, at elapsed: Milliseconds) -> Bool {
    spells.contains { $0.trouble == trouble && $0.contains(elapsed) }
  }

  /// Whether the app has no process: it was ended, the phone is off, or nobody uses it yet.
  func isGone(at elapsed: Milliseconds) -> Bool {
    suffers(.killed, at: elapsed) || isDead(at: elapsed) || elapsed < usedFrom ?? .min
  }

  /// Whether the phone is off.
  func isDead(at elapsed: Milliseconds) -> Bool { drains.contains { $0.isDead(elapsed) } }

  /// Whether the app runs: it can take fixes and note what happens.
  func isRunning(at elapsed: Milliseconds) -> Bool { !isGone(at: elapsed) && !suffers(.silent, at: elapsed) }

  /// Whether the phone has a network, of whatever worth.
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

  /// From which address the server hears the phone; `nil` = one that belongs to nobody.
  func address(at elapsed: Milliseconds) -> String? {
    detours.last { $0.from <= elapsed && elapsed < $0.until }?.address ?? address
  }

  /// How far the phone's clock is ahead, milliseconds.
  func clockAhead(at elapsed: Milliseconds) -> Milliseconds {
    spells.filter { $0.trouble == .clockSkew && $0.contains(elapsed) }.reduce(clockAhead) { $0 &+ $1.amount }
  }

  /// The battery, 0.01…1, two decimals. One that is not drained loses 1 % in twelve minutes and is charged when it
  /// comes to 25 %; `offset` tells phones apart.
  func battery(at elapsed: Milliseconds, offset: Double) -> Double {
    let healthy = (offset - Double(elapsed) / 72_000_000).truncatingRemainder(dividingBy: 0.7)
    let drained = drains.lazy.compactMap { $0.level(at: elapsed) }.first
    let level = drained ?? 0.25 + (healthy < 0 ? healthy + 0.7 : healthy)
    return (min(1, max(0.01, level)) * 100).rounded() / 100
  }

  /// Whether the phone saves power: because it is told to, or because its battery is low.
  func savesPower(at elapsed: Milliseconds, battery: Double) -> Bool {
    battery < 0.2 || suffers(.lowPower, at: elapsed)
  }
}
