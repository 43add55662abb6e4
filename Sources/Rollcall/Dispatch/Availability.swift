/// One responder as dispatch sees them: the board's row and their offers.
public struct Availability: Equatable, Sendable {
  /// Their id.
  public var id: Responder.ID
  /// Their name.
  public var name: String
  /// The name of their profile.
  public var profile: String
  /// The name of their region; `nil` = none.
  public var region: String?
  /// What they can do.
  public var skills: SkillList
  /// The words of the skills that count now.
  public var keys: Set<String>
  /// The kinds of incident that their profile offers them.
  public var offers: IncidentKinds
  /// Whether they can be reached.
  public var status: Status
  /// Since when they have this status; `nil` = not known.
  public var statusSince: Timestamp?
  /// Their duty state.
  public var duty: DutyState
  /// Their latest position; `nil` = never reported while on duty.
  public var position: Position?
  /// The effective time of that position.
  public var fixAt: Timestamp?
  /// Its radius of 68 % confidence, metres; `nil` = not reported.
  public var accuracy: Double?
  /// The newest battery level, 0…1; `nil` = never reported.
  public var battery: Double?
  /// The doubts about that position.
  public var flags: DoubtFlags
  /// The doubts of the last 24 hours: see ``RecentDoubts``.
  public var doubts: DoubtFlags
  /// Whether they have an open offer other than a drill's.
  public var hasOpenOffer: Bool
  /// Whether a drill waits for their answer: a real incident replaces it, another drill does not.
  public var isInDrill: Bool
  /// The incident assigned to them now.
  public var assignment: Incident.ID?
  /// The results of their latest offers, the newest first; as many as the store reads.
  public var lastAnswers: [Offer.State]
  /// Their last contact, by the server's clock; `nil` = never heard.
  public var heardAt: Timestamp?
  /// How soon they are expected to hear of an offer, milliseconds; `nil` = never.
  public var hearsWithin: Milliseconds?
  /// Whoever hears later is not asked automatically, milliseconds; `nil` = it does not matter.
  public var hearingLimit: Milliseconds?
  /// How fast they travel, metres per second.
  public var speed: Double
  /// How many of their latest offers they declined or let expire: ``OfferRecord/setbacks(at:)``.
  public var setbacks: Int
  /// When they had their last offer; `nil` = never.
  public var lastOfferAt: Timestamp?
  /// Their earlier refusal of the incident in question; `nil` = none.
  public var refusal: Refusal?
  /// Whether they have the incident in question, or an open offer of it.
  public var isHere = false

  /// A person with the required facts only.
  public init(
    id: Responder.ID, name: String, profile: String, region: String? = nil, skills: SkillList = .none,
    keys: Set<String> = [], offers: IncidentKinds, status: Status, statusSince: Timestamp? = nil,
    duty: DutyState,
    position: Position? = nil, fixAt: Timestamp? = nil, accuracy: Double? = nil, battery: Double? = nil,
    flags: DoubtFlags = [], doubts: DoubtFlags = [], hasOpenOffer: Bool = false, isInDrill: Bool = false,
    assignment: Incident.ID? = nil, lastAnswers: [Offer.State] = [], heardAt: Timestamp? = nil,
    hearsWithin: Milliseconds? = nil, hearingLimit: Milliseconds? = DispatchSettings.standard.hearingLimit,
    speed: Double = Profile.usualSpeed, setbacks: Int = 0, lastOfferAt: Timestamp? = nil,
    refusal: Refusal? = nil
  ) {
    self.id = id
    self.name = name
    self.profile = profile
    self.region = region
    self.skills = skills
    self.keys = keys
    self.offers = offers
    self.status = status
    self.statusSince = statusSince
    self.duty = duty
    self.position = position
    self.fixAt = fixAt
    self.accuracy = accuracy
    self.battery = battery
    self.flags = flags
    self.doubts = doubts
    self.hasOpenOffer = hasOpenOffer
    self.isInDrill = isInDrill
    self.assignment = assignment
    self.lastAnswers = lastAnswers
    self.heardAt = heardAt
    self.hearsWithin = hearsWithin
    self.hearingLimit = hearingLimit
    self.speed = speed
    self.setbacks = setbacks
    self.lastOfferAt = lastOfferAt
    self.refusal = refusal
  }
}

extension Availability {
  /// Whether they hear of an offer soon enough to be asked automatically.
  public var hearsInTime: Bool {
    guard let hearingLimit else { return true }
    return hearsWithin.map { $0 <= hearingLimit } ?? false
  }

  /// Seconds until they can be at a place `distance` metres away; `nil` = they never hear of it.
  public func reach(_ distance: Double) -> Double? {
    hearsWithin.map {
      Reach.seconds(hearsWithin: $0, distance: distance, speed: speed, setbacks: setbacks)
    }
  }
}

extension Availability {
  /// Why a person is not a candidate, the strongest reason first.
  public enum Obstacle: Int, CaseIterable, Comparable, Sendable {
    case notOffered, lacksSkill, offDuty, onMission, holdsOffer, offline, unknown, degraded, noPosition,
      hearsLate,
      refused

    /// Whether `left` is the stronger reason.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// How a person refused an incident. They are not asked for it again except by hand.
  public enum Refusal: Sendable {
    /// They declined the offer.
    case declined
    /// They accepted, and gave it back.
    case gaveBack
    /// The dispatcher withdrew the offer or the incident.
    case withdrawn
  }

  /// Everything that keeps them from being offered an incident of this kind automatically, the strongest first; empty
  /// = a candidate.
  ///
  /// - Parameter openings: the places that are open.
  public func obstacles(for kind: Incident.Kind, _ openings: Openings = .anybody) -> [Obstacle] {
    guard offers.contains(kind) else { return [.notOffered] }
    guard openings.admit(keys) else { return [.lacksSkill] }
    var found = obstaclesByHand
    // A person off duty is not watched.
    if found.first != .offDuty, !hearsInTime { found.append(.hearsLate) }
    if refusal != nil { found.append(.refused) }
    return found
  }

  /// The obstacles to asking them by hand, the strongest first; empty = they can be asked.
  public var obstaclesByHand: [Obstacle] {
    // A person off duty is not watched: the rest of what we remember of them means nothing.
    guard duty != .offDuty, status != .offDuty else { return [.offDuty] }
    var found: [Obstacle] = []
    if duty == .onMission || assignment != nil { found.append(.onMission) }
    if hasOpenOffer { found.append(.holdsOffer) }
    switch status {
    case .offline: found.append(.offline)
    case .unknown: found.append(.unknown)
    case .degraded: found.append(.degraded)
    case .online, .offDuty: if position == nil { found.append(.noPosition) }
    }
    return found
  }
}
