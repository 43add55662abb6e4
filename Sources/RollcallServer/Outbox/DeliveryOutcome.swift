import Push
import Rollcall

extension DeliveryResult {
  /// The result that an answer of a service, a channel or a gateway means.
  ///
  /// - Parameters:
  ///   - took: how long it took, milliseconds; 0 where that is not kept.
  ///   - carried: the name of the file that went with it.
  init(_ outcome: Outcome, took: Milliseconds = 0, carried: String? = nil) {
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
      took: took, carried: carried)
  }
}
