/// Maps the answers of channels to outcomes.
enum ChannelAnswers {
  /// By the status alone: the rest of an answer may quote anything.
  static func report(of answer: HTTPAnswer, now: Int64) -> Outcome {
    let status = answer.status
    return switch status {
    case 200...299: Outcome(.accepted, status: status)
    case 410: Outcome(.gone, "The server wants no more messages (410)", status: status)
    case 300...399:
      Outcome(.refused, "The server sends us elsewhere (\(status)): name that address", status: status)
    case 408, 425, 429:
      Outcome(
        .retry, "The server asks for patience (\(status))", after: answer.retryAfter(now: now), status: status
      )
    case 400...499: Outcome(.refused, "The server refuses the message (\(status))", status: status)
    default:
      Outcome(.retry, "The server failed (\(status))", after: answer.retryAfter(now: now), status: status)
    }
  }

  /// There was no answer.
  static func report(of failure: CallFailure) -> Outcome {
    switch failure {
    case .timedOut: Outcome(.retry, "No answer in time")
    case .unresolved: Outcome(.retry, "The server's name is not found")
    case .unreachable: Outcome(.retry, "The server cannot be reached")
    case .broken: Outcome(.retry, "The connection broke")
    case .stopped: Outcome(.retry, "Not sent: the program was stopping")
    // A certificate is renewed sooner or later.
    case .badCertificate: Outcome(.retry, "The server's certificate is not trusted")
    case .forbiddenAddress: Outcome(.refused, "The server is in a private network")
    case .badHeader: Outcome(.refused, "The message cannot be sent as it is")
    case .badURL: Outcome(.refused, "The address cannot be called")
    }
  }
}
