import DeviceKit
import Rollcall
import RollcallWire

/// What one simulated responder does with offers: looks after a while, answers after another.
struct OfferDesk: Sendable {
  /// An answer that waits for its time.
  struct Due: Equatable, Sendable {
    var at: Timestamp
    var offer: Offer.ID
    var incident: Incident.ID
    var answer: OfferAnswer
    var reason: String?
  }

  /// How often a phone on duty asks, in place of the push message that would wake a real one. Milliseconds.
  private static let fetchInterval: Milliseconds = 10_000

  /// Whether the server knows nothing of offers.
  var isClosed = false
  private let habit: PhoneBehaviour.OfferHabit
  private var known: Set<Offer.ID> = []
  private var due: [Due] = []
  private var nextFetch = Timestamp(milliseconds: .min)

  init(habit: PhoneBehaviour.OfferHabit) { self.habit = habit }

  /// Learns of offers; each is answered once.
  ///
  /// - Parameter random: 0…1: how long they think.
  mutating func note(_ offers: [OfferMessage], at now: Timestamp, random: Double) {
    for offer in offers where known.insert(offer.id).inserted && habit != .ignores {
      let answerAt = now.advanced(by: Milliseconds.seconds(3 + 5 * min(1, max(0, random))) ?? 5_000)
      due.append(Due(at: now.advanced(by: 1_500), offer: offer.id, incident: offer.incident, answer: .seen))
      due.append(
        habit == .accepts
          ? Due(at: answerAt, offer: offer.id, incident: offer.incident, answer: .accept)
          : Due(
            at: answerAt, offer: offer.id, incident: offer.incident, answer: .decline, reason: "no vehicle"))
    }
  }

  /// Whether the phone should ask now.
  func isFetchDue(_ phone: SimulatedPhone, at now: Timestamp) -> Bool {
    !isClosed && phone.takesOffers(at: now) && now >= nextFetch
  }

  mutating func fetched(at now: Timestamp) { nextFetch = now.advanced(by: Self.fetchInterval) }

  /// The next answer whose time has come, which is thereby given.
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
