/// How a kind of reporting app is expected to report. Data, copied into a workspace and editable there.
public struct Profile: Codable, Equatable, Sendable {
  /// In which order a phone should send what it has queued.
  public enum Order: String, Codable, Sendable { case fifo, newestFirst = "newest_first" }

  /// Its name, e.g. `responder`.
  public var name: String
  /// Words for duty states, by the state's raw value, e.g. `on_duty` → `On shift`.
  public var labels: [String: String]
  /// How many pings a phone keeps; absent = all.
  public var queueLimit: Int?
  /// In which order a phone sends its queue; absent = the phone's choice.
  public var order: Order?
  /// The kinds of incident that its people may be offered, by the kind's raw value; none by default.
  public var offers: [String]
  /// How fast its people travel, km/h; absent = the usual speed.
  public var travelSpeed: Double?
  /// What puts its people on and off duty; absent = the kind of their phone decides.
  public var dutyRule: DutyRule?
  /// The duty state after the first login; absent = by the profile's name.
  public var firstDuty: DutyState?
  /// The first rule whose conditions all hold is in force; the last one has none.
  public var rules: [ProfileRule]

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, labels, order, offers, rules
    case queueLimit = "queue_limit"
    case travelSpeed = "travel_kmh"
    case dutyRule = "duty_rule"
    case firstDuty = "initial_duty"
  }

  /// Decodes a profile document; absent labels and offers are none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    labels = try values.decodeIfPresent([String: String].self, forKey: .labels) ?? [:]
    queueLimit = try values.decodeIfPresent(Int.self, forKey: .queueLimit)
    order = try values.decodeIfPresent(Order.self, forKey: .order)
    offers = try values.decodeIfPresent([String].self, forKey: .offers) ?? []
    travelSpeed = try values.decodeIfPresent(Double.self, forKey: .travelSpeed)
    dutyRule = try values.decodeIfPresent(DutyRule.self, forKey: .dutyRule)
    firstDuty = try values.decodeIfPresent(DutyState.self, forKey: .firstDuty)
    rules = try values.decode([ProfileRule].self, forKey: .rules)
  }

  /// Creates a profile.
  public init(
    name: String, labels: [String: String] = [:], queueLimit: Int? = nil, order: Order? = nil,
    offers: [String] = [], travelSpeed: Double? = nil, dutyRule: DutyRule? = nil,
    firstDuty: DutyState? = nil, rules: [ProfileRule]
  ) {
    self.name = name
    self.labels = labels
    self.queueLimit = queueLimit
    self.order = order
    self.offers = offers
    self.travelSpeed = travelSpeed
    self.dutyRule = dutyRule
    self.firstDuty = firstDuty
    self.rules = rules
  }

  /// The members of its document.
  public static let members = CodingKeys.allCases.map(\.rawValue)

  /// The most rules of a profile.
  public static let mostRules = 30

  /// The usual speed, metres per second: 30 km/h.
  public static let usualSpeed = 30 / 3.6

  /// How fast its people travel, metres per second.
  public var speed: Double { travelSpeed.map { $0 / 3.6 } ?? Self.usualSpeed }

  /// The profile's word for a duty state.
  public func label(for duty: DutyState) -> String {
    if let label = labels[duty.rawValue] { return label }
    return switch duty {
    case .offDuty: "Off duty"
    case .onDuty: "On duty"
    case .onMission: "On mission"
    }
  }

  /// The duty state after the first login. Profiles whose phones announce duty start off duty.
  public var initialDuty: DutyState {
    firstDuty ?? (["responder", "driver"].contains(name) ? .offDuty : .onDuty)
  }

  /// The same profile by another name. What went by the old name is written down, so that it stays.
  public func copy(named name: String) -> Profile {
    var copy = self
    (copy.name, copy.firstDuty) = (name, initialDuty)
    return copy
  }

  /// What is wrong with the document, as messages; empty when it may be imported.
  public func problems() -> [String] {
    var found: [String] = []
    if !(1...40).contains(name.utf8.count) || name.hasControlCharacters {
      found.append("name: \(NameLimits.words(1...40)), on one line")
    }
    if let queueLimit, !(1...1_000_000).contains(queueLimit) {
      found.append("queue_limit: 1 to 1000000")
    }
    for key in labels.keys where DutyState(rawValue: key) == nil {
      found.append("labels: unknown duty state \(key)")
    }
    for kind in offers where IncidentKind(rawValue: kind) == nil {
      found.append("offers: unknown kind of incident \(kind)")
    }
    if let travelSpeed, !(1...1_000).contains(travelSpeed) { found.append("travel_kmh: 1 to 1000") }
    found += (dutyRule?.problems() ?? []).map { "duty_rule: \($0)" }
    if firstDuty == .onMission { found.append("initial_duty: on_duty or off_duty") }
    guard let last = rules.last else { return found + ["rules: at least one"] }
    if rules.count > Self.mostRules { found.append("rules: at most \(Self.mostRules)") }
    if let when = last.when, when != ProfileRule.Condition() {
      found.append("rules: the last one must have no conditions")
    }
    let names = Dictionary(rules.map { ($0.name, 1) }, uniquingKeysWith: +)
    for name in names.keys.sorted() where (names[name] ?? 0) > 1 {
      found.append("rules: two are called \(name)")
    }
    return found + rules.flatMap { $0.problems() }
  }
}
