import Rollcall
import RollcallStore

/// Hands messages to the services that wake phones.
typealias PushLoop = OutboxLoop<PushJob, PushResult>

/// A service; servers of the responders' own choice share one lane.
enum PushLane: Hashable, Sendable { case service(PushService), chosen }

extension PushJob: OutboxJob {
  var lane: PushLane { service.isChosen(token) ? .chosen : .service(service) }
  var laneLimit: Int { lane == .chosen ? 2 : 4 }
  var hasFollowers: Bool { false }
}

extension PushResult: OutboxOutcome {
  var isRetry: Bool { kind == .retry }
}
