import Rollcall
import RollcallStore

/// The ways in which a responder's phone can be woken, and the results of the latest messages: a card of
/// their page.
struct PushFacts: Sendable {
  let ways: [PushChannel]
  let messages: [PushAttempt]

  var isReachable: Bool { ways.contains(where: \.isLive) }

  func card(_ clock: PageClock) -> FactCard {
    FactCard(
      title: Words.PushFacts.pushMessages, key: "push",
      facts: ways.map { Self.fact($0, clock) } + messages.map { Self.fact($0, clock) },
      note: isReachable
        ? Words.PushFacts.about
        : Words.PushFacts.noApp)
  }

  private static func fact(_ way: PushChannel, _ clock: PageClock) -> Fact {
    let name = Words.capitalized(way.service.shortName)
    guard let reason = way.goneReason ?? (way.isLoggedOut ? Words.PushFacts.loggedOut : nil) else {
      var fact = Fact(name, clock.age(of: way.registeredAt))
      fact.text = " registered"
      return fact
    }
    var fact = Fact(name, way.goneAt.map { clock.age(of: $0) } ?? .none, level: "danger")
    fact.text = " dropped: \(reason)"
    return fact
  }

  private static func fact(_ message: PushAttempt, _ clock: PageClock) -> Fact {
    let isGood = message.outcome == .accepted || message.outcome == nil && message.isWaiting
    var fact = Fact(
      "\(message.kind.label) by \(message.service.shortName)", clock.time(message.at),
      level: isGood ? "" : "warning")
    fact.text = " \(outcome(message))"
    return fact
  }

  private static func outcome(_ message: PushAttempt) -> String {
    switch message.outcome {
    case nil: message.isWaiting ? "waiting" : message.reason
    case .accepted where message.reason.utf8.isEmpty: "taken"
    case .some: message.reason + (message.isWaiting && message.tries > 0 ? Words.PushFacts.triedAgain : "")
    }
  }
}

extension PushJob.Kind {
  fileprivate var label: String {
    switch self {
    case .offer: "Offer"
    case .withdrawn: "Withdrawal"
    case .changed: "Change"
    case .test: "Test"
    }
  }
}

extension PushService {
  /// As a label names it.
  var shortName: String { self == .webhook ? "webhook" : name }
}
