/// What the answers to messages for channels mean.
enum ChannelAnswers {
  /// By the status alone: what else a server says may quote anything.
  static func report(of answer: HTTPAnswer, now: Int64) -> ChannelReport {
    let status = answer.status
    return switch status {
    case 200...299: ChannelReport(.delivered, status: status)
    case 410: ChannelReport(.gone, "The server wants no more messages (410)", status: status)
    case 300...399:
      ChannelReport(.refused, "The server sends us elsewhere (\(status)): name that address", status: status)
    case 408, 425, 429:
      ChannelReport(
        .retry(after: answer.retryAfter(now: now)), "The server asks for patience (\(status))", status: status
      )
    case 400...499: ChannelReport(.refused, "The server refuses the message (\(status))", status: status)
    default:
      ChannelReport(
        .retry(after: answer.retryAfter(now: now)), "The server failed (\(status))", status: status)
    }
  }

  /// There was no answer.
  static func report(of failure: CallFailure) -> ChannelReport {
    switch failure {
    case .timedOut: ChannelReport(.retry(after: nil), "No answer in time")
    case .unresolved: ChannelReport(.retry(after: nil), "The server's name is not found")
    case .unreachable: ChannelReport(.retry(after: nil), "The server cannot be reached")
    case .broken: ChannelReport(.retry(after: nil), "The connection broke")
    case .stopped: ChannelReport(.retry(after: nil), "Not sent, Rollcall was stopping")
    // A certificate is renewed sooner or later.
    case .badCertificate: ChannelReport(.retry(after: nil), "The server's certificate is not trusted")
    case .forbiddenAddress: ChannelReport(.refused, "The server is in a private network")
    case .badHeader: ChannelReport(.refused, "The message cannot be sent as it is")
    case .badURL: ChannelReport(.refused, "The address cannot be called")
    }
  }
}
