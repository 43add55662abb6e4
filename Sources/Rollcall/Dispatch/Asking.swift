/// How an incident finds its responder: the people asked, their order, and the time that each has to answer.
public struct Asking: Equatable, Sendable {
  /// The order of asking.
  public enum Mode: String, CaseIterable, Sendable {
    /// Asks no one until the dispatcher chooses.
    case nobody
    /// Asks one candidate after the other down the ranking, and again when another becomes available.
    case automatic
    /// The people picked, all at once: the first accept wins.
    case parallel
  }

  /// The order of asking.
  public var mode: Mode
  /// The people picked by hand, without duplicates; empty unless ``Mode/parallel``.
  public var picks: [Responder.ID]
  /// How long each has to answer, milliseconds.
  public var answerWithin: Milliseconds

  /// How long an offer may wait: 15 s to 10 min.
  public static let answerTimes: ClosedRange<Milliseconds> = 15_000...600_000
  /// How many can be picked by hand.
  public static let pickLimit = 50

  /// Asks no one yet.
  public static let nobody = Asking(.nobody)

  /// An asking from its parts.
  ///
  /// - Parameter answerWithin: brought into ``answerTimes``.
  public init(
    _ mode: Mode, picks: [Responder.ID] = [],
    answerWithin: Milliseconds = DispatchSettings.standard.answerTime(.normal)
  ) {
    self.mode = mode
    var seen: Set<Responder.ID> = []
    self.picks = mode == .parallel ? picks.filter { seen.insert($0).inserted } : []
    self.answerWithin = min(max(answerWithin, Self.answerTimes.lowerBound), Self.answerTimes.upperBound)
  }

  /// One person only.
  public static func one(_ responder: Responder.ID, answerWithin: Milliseconds) -> Asking {
    Asking(.parallel, picks: [responder], answerWithin: answerWithin)
  }

  /// Whether people were picked by hand.
  public var isByHand: Bool { mode == .parallel }
}

/// A workspace's dispatch settings.
public struct DispatchSettings: Equatable, Sendable {
  /// How long an offer waits for its answer, by severity, milliseconds.
  public var answerTimes: [Incident.Severity: Milliseconds]
  /// How long an assignee may be offline before others are asked, milliseconds.
  public var grace: Milliseconds
  /// Whoever is expected to hear of an offer later is not asked automatically, milliseconds.
  public var hearingLimit: Milliseconds
  /// How many more people than places a critical incident asks at once.
  public var extraOffers: Int
  /// Whether people with a number are also told of offers by text message, where the server can send them.
  public var offersByText: Bool

  /// How long the grace may be: none to an hour.
  public static let graces: ClosedRange<Milliseconds> = 0...3_600_000
  /// How late people may hear who are asked automatically: 5 s to an hour.
  public static let hearingLimits: ClosedRange<Milliseconds> = 5_000...3_600_000

  /// How many extra offers a critical incident may have.
  public static let extraOfferCounts = 0...4

  /// The defaults: 30 s for each answer, 60 s of grace, 120 s to hear of an offer, 2 extra
  /// offers, also by text message.
  public static let standard = DispatchSettings(answerTimes: [:], grace: 60_000)

  /// Settings from their parts; a missing severity has 30 s.
  public init(
    answerTimes: [Incident.Severity: Milliseconds], grace: Milliseconds, hearingLimit: Milliseconds = 120_000,
    extraOffers: Int = 2, offersByText: Bool = true
  ) {
    self.answerTimes = answerTimes
    self.grace = grace
    self.hearingLimit = hearingLimit
    self.extraOffers = extraOffers
    self.offersByText = offersByText
  }

  /// How long an offer of this severity waits, milliseconds.
  public func answerTime(_ severity: Incident.Severity) -> Milliseconds { answerTimes[severity] ?? 30_000 }
}
