import DeviceKit
import Rollcall
import RollcallWire

extension RollcallClient {
  /// Sends what a simulated phone wants sent, once.
  ///
  /// - Parameter sentAt: The time by the phone's clock.
  /// - Returns: The offers that wait for the responder, as far as the answer tells.
  func send(_ action: PhoneAction, sentAt: Timestamp) async -> Outcome<[OfferMessage]> {
    switch action {
    case .duty(let duty):
      return await setDuty(duty.state, at: duty.at ?? sentAt, id: duty.id, order: duty.order).map { [] }
    case .events(let events):
      return await tell(events).map { [] }
    case .upload(var batch):
      // The same pings have the same key, however often they must be sent.
      let key = "\(batch.queueID ?? "")-\(batch.pings.first?.sequence ?? 0)-\(batch.pings.count)"
      batch.sentAt = sentAt
      return await upload(batch, key: key).map(\.offers)
    }
  }
}

extension Outcome {
  fileprivate func map<Other>(_ transform: (Value) -> Other) -> Outcome<Other> {
    switch self {
    case .done(let value): .done(transform(value))
    case .tryLater(let after, let reason): .tryLater(after: after, reason: reason)
    case .refused(let refusal): .refused(refusal)
    }
  }
}
