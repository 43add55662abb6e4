/// What the answers to a webhook mean (Standard Webhooks).
enum WebhookAnswers {
  /// The outcome of handing over one message: any 2xx has taken it, 410 wants no more, all else may pass.
  static func outcome(of answer: HTTPAnswer, now: Int64) -> PushOutcome {
    switch answer.status {
    case 200...299: .accepted(id: nil)
    case 410: .gone(reason: "Webhook: the server wants no more messages (410)")
    default:
      .retry(after: answer.retryAfter(now: now), reason: "Webhook: the server answered \(answer.status)")
    }
  }
}
