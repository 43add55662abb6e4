/// A message that could not be sent, with its outcome.
struct NotSent: Error, Equatable {
  let outcome: Outcome

  static func misconfigured(_ reason: String) -> NotSent { NotSent(outcome: .misconfigured(reason: reason)) }

  static func tooBig(_ provider: PushProvider) -> NotSent {
    NotSent(outcome: .refused(reason: "\(provider.name): the message is too big"))
  }
}
