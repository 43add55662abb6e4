import Rollcall

/// By which ways a responder's phone can be woken, and how the latest messages went: a card of their page.
struct PushFacts: Sendable {
  /// One way.
  struct Way: Sendable {
    let service: PushService
    let registeredAt: Timestamp
    /// Why nothing goes there any more, and since when.
    let gone: (at: Timestamp?, reason: String)?
  }

  /// One message.
  struct Message: Sendable {
    let service: PushService
    /// `Offer`, `Test` …
    let what: String
    let at: Timestamp
    /// `taken`, `gone: …`
    let outcome: String
    let isGood: Bool
  }

  let ways: [Way]
  let messages: [Message]

  /// The card.
  func card(_ clock: PageClock) -> FactCard {
    let live = ways.contains { $0.gone == nil }
    return FactCard(
      title: "Push messages", key: "push",
      facts: ways.map { Self.fact($0, clock) } + messages.map { Self.fact($0, clock) },
      note: live
        ? "A phone that is not woken learns of an offer with its next upload."
        : "No app has registered: this phone learns of an offer with its next upload.")
  }

  private static func fact(_ way: Way, _ clock: PageClock) -> Fact {
    let name = Words.capitalized(way.service.shortName)
    guard let gone = way.gone else {
      var fact = Fact(name, clock.age(of: way.registeredAt))
      fact.text = " registered"
      return fact
    }
    var fact = Fact(name, gone.at.map { clock.age(of: $0) } ?? .none, level: "danger")
    fact.text = " dropped: \(gone.reason)"
    return fact
  }

  private static func fact(_ message: Message, _ clock: PageClock) -> Fact {
    var fact = Fact(
      "\(message.what) by \(message.service.shortName)", clock.time(message.at),
      level: message.isGood ? "" : "warning")
    fact.text = " \(message.outcome)"
    return fact
  }
}

extension PushService {
  /// As a label names it.
  var shortName: String { self == .webhook ? "webhook" : name }
}
