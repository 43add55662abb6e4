import DeviceKit
import Rollcall
import RollcallWire

/// What one simulated responder does with offers: looks after a while, answers after another, goes there, arrives and
/// is done.
struct OfferDesk: Sendable {
  /// What they do.
  enum Act: Equatable, Sendable {
    case answer(OfferAnswer, reason: String?)
    case report(AssignmentReport)
  }

  /// An act that waits for its time.
  struct Due: Equatable, Sendable {
    var at: Timestamp
    var offer: OfferMessage
    var act: Act
  }

  /// How often a phone on duty asks, in place of the push message that would wake a real one. Milliseconds.
  private static let fetchInterval: Milliseconds = 10_000
  /// How long the way is, milliseconds; of those whose habit varies, from and to.
  private static let way: Milliseconds = 45_000
  private static let ways: ClosedRange<Milliseconds> = 180_000...600_000

  private let habit: PhoneBehaviour.OfferHabit
  private let stay: Milliseconds
  private var due: [Due] = []
  private var nextFetch = Timestamp.distantPast
  private var chance: SmallRandom

  /// The desk of somebody who behaves so.
  init(habit: PhoneBehaviour.OfferHabit, stay: Milliseconds, seed: UInt64) {
    self.habit = habit
    self.stay = stay
    chance = SmallRandom(seed: seed &* 40_503 &+ 7)
  }

  /// A new offer, about which they think for a while.
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

  /// Looks when their temper lets them, and answers then.
  private mutating func weigh(_ offer: OfferMessage, at now: Timestamp) {
    let temper = Temper(&chance)
    guard let notice = temper.notice else { return }
    let seen = now.advanced(by: notice)
    plan(.answer(.seen, reason: nil), of: offer, at: seen)
    plan(
      temper.goes ? .answer(.accept, reason: nil) : .answer(.decline, reason: "no vehicle"), of: offer,
      at: seen.advanced(by: temper.thought))
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

  /// Whether the phone should ask now; if so, it does.
  mutating func takeFetch(at now: Timestamp) -> Bool {
    guard nextFetch <= now else { return false }
    nextFetch = now.advanced(by: Self.fetchInterval)
    return true
  }

  /// The next act whose time has come, which is thereby done.
  mutating func take(at now: Timestamp) -> Due? {
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
