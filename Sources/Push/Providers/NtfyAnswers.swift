/// What ntfy's answers mean. A topic is never gone: it exists as soon as somebody writes to it.
enum NtfyAnswers {
  /// The outcome of handing over one message.
  ///
  /// - Parameter isTrusted: whether it was our server, and not one that a phone named.
  static func outcome(of answer: HTTPAnswer, now: Int64, isTrusted: Bool) -> PushOutcome {
    switch answer.status {
    case 200...299: .accepted(id: JSONAnswer(answer.body)["id"].text)
    // A topic may be reserved for somebody else: that must not stop ntfy for everybody.
    case 403: .refused(reason: "ntfy: no right to write to this topic (403)")
    case 507:
      .retry(after: answer.retryAfter(now: now), reason: "ntfy: nobody listens to the topic yet (507)")
    default: answer.plainOutcome(.ntfy, now: now, isTrusted: isTrusted)
    }
  }
}
