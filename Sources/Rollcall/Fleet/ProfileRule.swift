/// One rule of a profile: how often a ping is due while its conditions hold.
public struct ProfileRule: Codable, Equatable, Sendable {
  /// What must hold; an absent condition always does. `below` and `above` are strict.
  public struct Condition: Codable, Equatable, Sendable {
    /// The duty state.
    public var duty: String?
    /// Battery below this, 0…1.
    public var batteryBelow: Double?
    /// Speed above this, metres per second.
    public var speedAbove: Double?
    /// `foreground` or `background`.
    public var appState: String?
    /// `normal` or `low_power`.
    public var powerMode: String?
    /// Two local times of day `HH:MM`, from and until; may run over midnight.
    public var between: [String]?

    enum CodingKeys: String, CodingKey {
      case duty, between
      case batteryBelow = "battery_below"
      case speedAbove = "speed_above_mps"
      case appState = "app_state"
      case powerMode = "power_mode"
    }

    /// No condition.
    public init() {}
  }

  /// Its name, e.g. `on_duty`.
  public var name: String
  /// What must hold.
  public var when: Condition?
  /// How often a ping is due, seconds; `nil` = not timed.
  public var interval: Double?
  /// A ping is also due after this many metres.
  public var distance: Double?
  /// Degraded after this many seconds; 1.5 intervals when absent.
  public var degraded: Double?
  /// Offline after this many seconds; 3 intervals when absent.
  public var offline: Double?

  enum CodingKeys: String, CodingKey {
    case name, when
    case interval = "interval_s"
    case distance = "distance_m"
    case degraded = "degraded_s"
    case offline = "offline_s"
  }

  /// Decodes a rule; `interval_s` must be there, and may be `null` (not timed).
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    when = try values.decodeIfPresent(Condition.self, forKey: .when)
    interval = try values.decode(Double?.self, forKey: .interval)
    distance = try values.decodeIfPresent(Double.self, forKey: .distance)
    degraded = try values.decodeIfPresent(Double.self, forKey: .degraded)
    offline = try values.decodeIfPresent(Double.self, forKey: .offline)
  }

  /// Encodes a rule; a rule that is not timed says so with `"interval_s": null`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encodeIfPresent(when, forKey: .when)
    try values.encode(interval, forKey: .interval)
    try values.encodeIfPresent(distance, forKey: .distance)
    try values.encodeIfPresent(degraded, forKey: .degraded)
    try values.encodeIfPresent(offline, forKey: .offline)
  }

  /// Creates a rule.
  public init(
    name: String, when: Condition? = nil, interval: Double?, distance: Double? = nil,
    degraded: Double? = nil, offline: Double? = nil
  ) {
    self.name = name
    self.when = when
    self.interval = interval
    self.distance = distance
    self.degraded = degraded
    self.offline = offline
  }

  /// The thresholds this rule sets; `nil` when it is not timed.
  public var thresholds: Thresholds? {
    guard let interval,
      let degraded = Milliseconds.seconds(degraded ?? interval * 1.5),
      let offline = Milliseconds.seconds(offline ?? interval * 3)
    else { return nil }
    return Thresholds(degraded: degraded, offline: offline)
  }

  /// What is wrong with the rule, as messages.
  func problems() -> [String] {
    var found = when?.problems(in: name) ?? []
    if !name.hasBytes(NameLimits.short) {
      found.append("a rule's name: \(NameLimits.words(NameLimits.short))")
    }
    if let distance, !(distance >= 0 && distance <= 1_000_000) {
      found.append("\(name): distance_m 0 to 1000000")
    }
    guard let interval else { return found }
    let degraded = degraded ?? interval * 1.5
    let offline = offline ?? interval * 3
    if !(interval > 0 && interval < degraded && degraded < offline && offline <= 31_536_000) {
      found.append("\(name): 0 < interval_s < degraded_s < offline_s ≤ 31536000 must hold")
    }
    return found
  }
}

/// How long a responder may be quiet before their status changes.
public struct Thresholds: Equatable, Sendable {
  /// D: without a fresh fix for longer, degraded.
  public var degraded: Milliseconds
  /// O: without contact for longer, offline.
  public var offline: Milliseconds

  /// Thresholds from their parts.
  public init(degraded: Milliseconds, offline: Milliseconds) {
    self.degraded = degraded
    self.offline = offline
  }
}
