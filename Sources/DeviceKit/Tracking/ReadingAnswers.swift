import RollcallWire

extension BatchReceipt {
  /// The receipt in the envelope of an answer; `nil` when there is none.
  init?(_ answer: HTTPAnswer, isReplay: Bool) {
    return nil
  }
}

extension Refusal {
  /// The refusal in an answer, with or without an envelope.
  init(_ answer: HTTPAnswer) {
    self.init(status: answer.status)
  }
}
