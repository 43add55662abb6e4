import Rollcall
public import RollcallWire

/// The offers that a phone has received. Each is news once, however often the server repeats it; its
/// withdrawal is news again.
public struct OfferInbox: Equatable, Sendable {
  /// What an app does next.
  public enum News: Equatable, Sendable {
    /// Show it, and let the responder answer until it expires.
    case offered(OfferMessage)
    /// Stop showing it. If the responder was on the way to this incident, the mission is over.
    case withdrawn(OfferMessage)
  }

  /// How many offers it remembers, the newest first. An answer holds only a few, of the last minutes.
  public static let limit = 200

  private var open: Set<Offer.ID> = []
  private var over: Set<Offer.ID> = []

  /// An inbox that has received nothing yet.
  public init() {}

  /// Handles the offers in an answer, from `data.offers` of an upload or ``RollcallClient/offers()``. Returns
  /// those that are new.
  public mutating func handle(_ messages: [OfferMessage]) -> [News] {
    let news = messages.compactMap { told($0) }
    while open.count + over.count > Self.limit, let oldest = open.union(over).min() {
      open.remove(oldest)
      over.remove(oldest)
    }
    return news
  }

  private mutating func told(_ message: OfferMessage) -> News? {
    switch message.state {
    case .queued, .sent, .delivered, .seen:
      // A late answer must not bring back an offer that has ended.
      guard !over.contains(message.id), open.insert(message.id).inserted else { return nil }
      return .offered(message)
    case .withdrawn:
      open.remove(message.id)
      return over.insert(message.id).inserted ? .withdrawn(message) : nil
    case .accepted, .declined, .expired, .undelivered, .unreachable: return nil
    }
  }
}
