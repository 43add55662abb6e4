import DeviceKit
import Rollcall
import RollcallWire

/// How one simulated responder handles offers: looks after a while, answers later, goes there, arrives and
/// completes.
struct OfferSimulator: Sendable {
  /// An action on an offer.
  enum Act: Equatable, Sendable {
    case answer(OfferAnswer, reason: String?)
    case report(AssignmentReport)
  }

  /// An action with its time.
  struct Due: Equatable, Sendable {
    var at: Timestamp
    var offer: OfferMessage
    var act: Act
  }

  /// How often a phone on duty asks for offers, in place of a push message that would wake a real one.
  /// Milliseconds.
  private static let fetchInterval: Milliseconds = 10_000
  /// How long the way is, milliseconds; from and to for a varying habit.
  private static let way: Milliseconds = 45_000
  private static let ways: ClosedRange<Milliseconds> = 180_000...600_000

  private let habit: PhoneBehaviour.OfferHabit
  private let stay: Milliseconds
  private var due: [Due] = []
  private var nextFetch = Timestamp.distantPast
  private var chance: SmallRandom

  /// Creates it for a responder with a habit.
  init(habit: PhoneBehaviour.OfferHabit, stay: Milliseconds, seed: UInt64) {
    self.habit = habit
    self.stay = stay
    chance = SmallRandom(seed: seed &* 40_503 &+ 7)
  }

  /// Handles a new offer, about which they think for a while.
  ///
  /// - Parameter random: 0…1: how long.
  mutating func think(about offer: OfferMessage, at now: Timestamp, random: Double) {
    let answer: Act
    switch habit {
    case .accepts, .vanishes: answer = .answer(.accept, reason: nil)
    case .declines: answer = .answer(.decline, reason: "no vehicle")
    case .ignores: return
    case .varies: return weigh(offer, at: now)
    }
    let answerAt = now.advanced(by: Milliseconds.seconds(3 + 5 * min(1, max(0, random))) ?? 5_000)
    plan(.answer(.seen, reason: nil), of: offer, at: now.advanced(by: 1_500))
    plan(answer, of: offer, at: answerAt)
  }

  /// Looks according to their reaction, and then answers.
  private mutating func weigh(_ offer: OfferMessage, at now: Timestamp) {
    let reaction = OfferReaction(&chance)
    guard let notice = reaction.notice else { return }
    let seen = now.advanced(by: notice)
    plan(.answer(.seen, reason: nil), of: offer, at: seen)
    plan(
      reaction.goes ? .answer(.accept, reason: nil) : .answer(.decline, reason: "no vehicle"), of: offer,
      at: seen.advanced(by: reaction.thought))
  }

  /// They have accepted, and go.
  mutating func goes(_ accepted: Due, at now: Timestamp) {
    let way = habit == .varies ? Milliseconds.random(in: Self.ways, using: &chance) : Self.way
    let arrival = now.advanced(by: way)
    plan(.report(.arrived), of: accepted.offer, at: arrival)
    plan(.report(.complete), of: accepted.offer, at: arrival.advanced(by: stay))
  }

  /// It is no longer theirs.
  mutating func drop(_ offer: Offer.ID) { due.removeAll { $0.offer.id == offer } }

  private mutating func plan(_ act: Act, of offer: OfferMessage, at instant: Timestamp) {
    due.append(Due(at: instant, offer: offer, act: act))
  }

  /// Whether the phone should ask now. Counts as asked if so.
  mutating func takeFetch(at now: Timestamp) -> Bool {
    guard nextFetch <= now else { return false }
    nextFetch = now.advanced(by: Self.fetchInterval)
    return true
  }

  /// The next due action, which is removed.
  mutating func next(at now: Timestamp) -> Due? {
    guard let index = due.indices.filter({ due[$0].at <= now }).min(by: { due[$0].at < due[$1].at }) else {
      return nil
    }
    return due.remove(at: index)
  }

  /// When there is something to do next; `nil` = nothing.
  ///
  /// - Parameter asks: Whether the phone asks for offers.
  func nextWake(asks: Bool) -> Timestamp? {
    let wakes = due.map(\.at) + (asks ? [nextFetch] : [])
    return wakes.min()
  }
}
