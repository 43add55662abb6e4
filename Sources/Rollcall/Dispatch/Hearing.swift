/// How soon a person is expected to hear of an offer.
public struct Hearing: Equatable, Sendable {
  /// Until when it is proved, if nothing more is heard, that a message wakes their phone; `nil` = it is not.
  public var provedUntil: Timestamp?
  /// The same of text messages to their number.
  public var textProvedUntil: Timestamp?
  /// How often their own app reports, milliseconds; `nil` = it does not report by the clock, or its reports
  /// do not bring offers.
  public var interval: Milliseconds?

  /// How soon a phone hears that a message wakes, milliseconds.
  public static let woken: Milliseconds = 5_000
  /// How soon a person hears who answers text messages, milliseconds.
  public static let texted: Milliseconds = 30_000
  /// How soon the link of a text message must be opened to prove that they are read, milliseconds.
  public static let textAnswerTime: Milliseconds = 120_000
  /// How soon a message must be answered to prove that it wakes the phone, milliseconds.
  public static let answerTime: Milliseconds = 30_000
  /// How long a proof holds, milliseconds.
  public static let proofLasts: Milliseconds = 30 * 86_400_000
  /// A request for the offers proves nothing when the app made another so short before the message:
  /// milliseconds.
  public static let pollingTime: Milliseconds = 60_000

  /// Hearing from its parts.
  public init(
    provedUntil: Timestamp? = nil, textProvedUntil: Timestamp? = nil, interval: Milliseconds? = nil
  ) {
    self.provedUntil = provedUntil
    self.textProvedUntil = textProvedUntil
    self.interval = interval
  }

  /// How soon they hear of an offer made at `now`, milliseconds; `nil` = never.
  public func within(at now: Timestamp) -> Milliseconds? {
    if let provedUntil, now <= provedUntil { return Self.woken }
    if let textProvedUntil, now <= textProvedUntil { return Self.texted }
    return interval
  }
}

extension Hearing {
  /// A message to the address at which a phone can be woken now.
  public struct Message: Equatable, Sendable {
    /// When it was pushed.
    public var at: Timestamp
    /// When the phone answered it; `nil` = not yet.
    public var answeredAt: Timestamp?
    /// Whether an upload told of it before the answer, or it could not be handed over: it proves nothing.
    public var provesNothing: Bool
    /// When its offer was withdrawn; `nil` = it was not.
    public var withdrawnAt: Timestamp?

    /// A message from its parts.
    public init(
      at: Timestamp, answeredAt: Timestamp? = nil, provesNothing: Bool = false,
      withdrawnAt: Timestamp? = nil, isText: Bool = false
    ) {
      answerTime = isText ? Hearing.textAnswerTime : Hearing.answerTime
      self.at = at
      self.answeredAt = answeredAt
      self.provesNothing = provesNothing
      self.withdrawnAt = withdrawnAt
    }

    /// How long it can be answered to prove something.
    private var answerTime: Milliseconds

    /// The last instant at which an answer proves something.
    private var answerBy: Timestamp { at.advanced(by: answerTime) }

    /// Whether it was withdrawn before it could be judged.
    fileprivate var isVoid: Bool {
      guard let withdrawnAt, withdrawnAt <= answerBy else { return false }
      return answeredAt.map { withdrawnAt < $0 } ?? true
    }

    /// Until when the proof of an older message holds beside it.
    fileprivate var spares: Timestamp { answerBy }

    /// When its answer proved that a message wakes the phone; `nil` = it did not.
    fileprivate var provedAt: Timestamp? {
      guard !provesNothing, let answeredAt, at <= answeredAt, answeredAt <= answerBy else { return nil }
      return answeredAt
    }
  }

  /// Until when it is proved that messages wake a phone. Judged by the newest message that was answered or is
  /// too old to be; one whose offer was withdrawn before is not judged.
  ///
  /// - Parameters:
  ///   - messages: those to the present address, the newest first.
  ///   - undeliveredAt: when an offer to this person last ended undelivered: that ends a proof.
  public static func provedUntil(_ messages: [Message], undeliveredAt: Timestamp?) -> Timestamp? {
    let judged = messages.filter { !$0.isVoid }
    guard let index = judged.firstIndex(where: { $0.answeredAt != nil }),
      let provedAt = judged[index].provedAt, undeliveredAt.map({ $0 < provedAt }) ?? true
    else { return nil }
    // Newer messages still have time to be answered.
    let waiting = judged[..<index].map(\.spares).min()
    return min(provedAt.advanced(by: proofLasts), waiting ?? .init(milliseconds: .max))
  }
}

/// What became of a person's offers of late, as far as it decides about the order in which they are asked.
/// Drills do not count.
public struct OfferRecord: Equatable, Sendable {
  /// Until when it is proved that a message wakes their phone: ``Hearing/provedUntil``.
  public var provedUntil: Timestamp?
  /// The same of text messages to a number.
  public var textProvedUntil: Timestamp?
  /// That number: of another one it says nothing.
  public var textNumber: String?
  /// When those of their last 3 delivered offers were made that they declined or let expire.
  public var setbacks: [Timestamp]
  /// When they had their last offer; `nil` = never.
  public var lastOfferAt: Timestamp?

  /// How many of their delivered offers count.
  public static let counted = 3
  /// How long a setback counts, milliseconds.
  public static let lasting: Milliseconds = 7 * 86_400_000

  /// A record from its parts.
  public init(provedUntil: Timestamp? = nil, setbacks: [Timestamp] = [], lastOfferAt: Timestamp? = nil) {
    self.provedUntil = provedUntil
    self.setbacks = setbacks
    self.lastOfferAt = lastOfferAt
  }

  /// How many offers count against them at `now`.
  public func setbacks(at now: Timestamp) -> Int { setbacks.count { now.since($0) <= Self.lasting } }
}

/// How soon a person can be at a place, and the order that follows from it.
struct Reach: Comparable {
  /// Whether their positions are in doubt.
  let isDoubted: Bool
  /// Seconds until they can be there.
  let seconds: Double
  let lastOfferAt: Timestamp
  let id: Int64

  init(isDoubted: Bool, seconds: Double, lastOfferAt: Timestamp?, id: Responder.ID) {
    self.isDoubted = isDoubted
    self.seconds = seconds
    self.lastOfferAt = lastOfferAt ?? .distantPast
    self.id = id.rawValue
  }

  /// Seconds until somebody hears of it and is there: the hearing, the way, and a minute for each setback.
  static func seconds(
    hearsWithin: Milliseconds, distance: Double, speed: Double, setbacks: Int
  ) -> Double {
    Double(hearsWithin) / 1_000 + 60 * Double(setbacks) + distance / speed
  }

  static func < (left: Reach, right: Reach) -> Bool {
    if left.isDoubted != right.isDoubted { return right.isDoubted }
    return (left.seconds, left.lastOfferAt, left.id) < (right.seconds, right.lastOfferAt, right.id)
  }
}
