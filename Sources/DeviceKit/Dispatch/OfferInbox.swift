import Rollcall
public import RollcallWire

/// The offers that a phone was told of: each is news once, however often the server repeats it, and one that was taken
/// back is news again.
public struct OfferInbox: Equatable, Sendable {
  /// What an app does next.
  public enum News: Equatable, Sendable {
    /// Show it, and let the responder answer until it expires.
    case offered(OfferMessage)
    /// Show it no longer; if this is the incident that the responder was going to, the mission is over.
    case withdrawn(OfferMessage)
  }

  /// How many it remembers: the newest. An answer holds a few, and those of the last minutes at most.
  public static let limit = 200

  private var open: Set<Offer.ID> = []
  private var over: Set<Offer.ID> = []

  /// A phone that was told of nothing.
  public init() {}

  /// Takes what an answer brought, in `data.offers` of an upload or from ``RollcallClient/offers()``; what is new in it.
  public mutating func take(_ messages: [OfferMessage]) -> [News] {
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
      // An answer that was overtaken by a later one brings nothing back.
      guard !over.contains(message.id), open.insert(message.id).inserted else { return nil }
      return .offered(message)
    case .withdrawn:
      open.remove(message.id)
      return over.insert(message.id).inserted ? .withdrawn(message) : nil
    case .accepted, .declined, .expired, .undelivered, .unreachable: return nil
    }
  }
}
