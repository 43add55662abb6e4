import Rollcall
import RollcallStore

/// Hands messages to the channels of workspaces.
typealias NoticeLoop = OutboxLoop<ChannelNotice, NoticeResult>

extension ChannelNotice: OutboxJob {
  /// One at a time to each channel: they come there in their order.
  var lane: Channel.ID { way.channel }
  var laneLimit: Int { 1 }
  var hasFollowers: Bool { true }
}

extension NoticeResult: OutboxOutcome {
  var isRetry: Bool { kind == .retry }
}
