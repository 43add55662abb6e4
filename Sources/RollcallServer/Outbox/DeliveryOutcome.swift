import Push
import Rollcall

extension DeliveryResult {
  /// The result that an answer of a service, a channel or a gateway means.
  ///
  /// - Parameter took: how long it took, milliseconds; 0 where that is not kept.
  init(_ outcome: Outcome, took: Milliseconds = 0) {
    let kind: Kind =
      switch outcome.kind {
      case .accepted: .accepted
      case .retry: .retry
      case .gone: .gone
      case .refused: .refused
      case .misconfigured: .misconfigured
      }
    self.init(
      kind, after: outcome.after, reason: outcome.reason, receipt: outcome.id, status: outcome.status,
      took: took)
  }
}
