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
    var offer: Offer.ID
    var incident: Incident.ID
    var act: Act
  }

  /// How often a phone on duty asks, in place of the push message that would wake a real one. Milliseconds.
  private static let fetchInterval: Milliseconds = 10_000
  /// How long the way is, milliseconds.
  private static let way: Milliseconds = 45_000

  /// Whether the server knows nothing of offers.
  var isClosed = false
  private let habit: PhoneBehaviour.OfferHabit
  private let stay: Milliseconds
  private var inbox = OfferInbox()
  private var due: [Due] = []
  private var nextFetch = Timestamp(milliseconds: .min)

  /// The desk of a phone's responder; whoever goes on no missions looks at no offer.
  init(_ phone: SimulatedPhone) {
    habit = phone.goesOnMissions ? phone.behaviour.offers : .ignores
    stay = phone.behaviour.stay
  }

  /// Learns of offers; each is answered once.
  ///
  /// - Parameter random: 0…1: how long they think.
  /// - Returns: The incidents whose offers were taken back: whoever is on the way turns round.
  mutating func note(_ offers: [OfferMessage], at now: Timestamp, random: Double) -> [Incident.ID] {
    inbox.take(offers).compactMap { news in
      switch news {
      case .offered(let offer):
        think(about: offer, at: now, random: random)
        return nil
      case .withdrawn(let offer):
        due.removeAll { $0.offer == offer.id }
        return offer.incident
      }
    }
  }

  private mutating func think(about offer: OfferMessage, at now: Timestamp, random: Double) {
    let answer: Act
    switch habit {
    case .accepts, .vanishes: answer = .answer(.accept, reason: nil)
    case .declines: answer = .answer(.decline, reason: "no vehicle")
    case .ignores: return
    }
    let answerAt = now.advanced(by: Milliseconds.seconds(3 + 5 * min(1, max(0, random))) ?? 5_000)
    plan(.answer(.seen, reason: nil), of: offer.id, offer.incident, at: now.advanced(by: 1_500))
    plan(answer, of: offer.id, offer.incident, at: answerAt)
  }

  /// They have accepted, and go.
  mutating func goes(_ accepted: Due, at now: Timestamp) {
    let arrival = now.advanced(by: Self.way)
    plan(.report(.arrived), of: accepted.offer, accepted.incident, at: arrival)
    plan(.report(.complete), of: accepted.offer, accepted.incident, at: arrival.advanced(by: stay))
  }

  /// It is no longer theirs.
  mutating func drop(_ offer: Offer.ID) { due.removeAll { $0.offer == offer } }

  private mutating func plan(_ act: Act, of offer: Offer.ID, _ incident: Incident.ID, at instant: Timestamp) {
    due.append(Due(at: instant, offer: offer, incident: incident, act: act))
  }

  /// Whether the phone should ask now.
  func isFetchDue(_ phone: SimulatedPhone, at now: Timestamp) -> Bool {
    !isClosed && phone.takesOffers(at: now) && now >= nextFetch
  }

  mutating func fetched(at now: Timestamp) { nextFetch = now.advanced(by: Self.fetchInterval) }

  /// The next act whose time has come, which is thereby done.
  mutating func take(at now: Timestamp) -> Due? {
    guard let index = due.indices.filter({ due[$0].at <= now }).min(by: { due[$0].at < due[$1].at }) else {
      return nil
    }
    return due.remove(at: index)
  }

  /// When there is something to do next.
  func nextWake(_ phone: SimulatedPhone, at now: Timestamp) -> Timestamp {
    let never = Timestamp(milliseconds: .max)
    guard phone.isReachable(at: now) else { return never }
    let fetch = !isClosed && phone.takesOffers(at: now) ? max(now, nextFetch) : never
    return min(fetch, due.map(\.at).min() ?? never)
  }
}
