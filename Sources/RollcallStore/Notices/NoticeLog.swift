public import Rollcall
package import SQL

/// A message to a channel as its log shows it.
public struct NoticeEntry: Equatable, Sendable {
  /// One attempt to hand it over.
  public struct Attempt: Equatable, Sendable {
    /// When it ended.
    public let at: Timestamp
    /// The result.
    public let result: DeliveryResult

    /// An attempt from its parts.
    public init(at: Timestamp, result: DeliveryResult) { (self.at, self.result) = (at, result) }
  }

  /// Its id.
  public let id: ChannelNotice.ID
  /// The kind of message.
  public let kind: ChannelNotice.Kind
  /// The alert; `nil` = none, or one that is no longer kept.
  public let alert: Alert?
  /// How many messages it replaces; 0 unless it is a summary.
  public let count: Int
  /// Its state.
  public let state: Delivery.State
  /// Whether another message covers it instead.
  public let isSummed: Bool
  /// The reason for its state; may be empty.
  public let reason: String
  /// When it was made.
  public let createdAt: Timestamp
  /// When it is tried next, while it waits.
  public let nextAt: Timestamp?
  /// The attempts, the newest first.
  public let attempts: [Attempt]

  /// An entry from its parts.
  public init(
    id: ChannelNotice.ID, kind: ChannelNotice.Kind, alert: Alert?, count: Int, state: Delivery.State,
    isSummed: Bool = false, reason: String, createdAt: Timestamp, nextAt: Timestamp?, attempts: [Attempt]
  ) {
    (self.id, self.kind, self.alert, self.count) = (id, kind, alert, count)
    (self.state, self.isSummed, self.reason, self.createdAt) = (state, isSummed, reason, createdAt)
    (self.nextAt, self.attempts) = (nextAt, attempts)
  }
}

/// How a channel does.
public struct ChannelHealth: Equatable, Sendable {
  /// How many messages wait.
  public var waiting = 0
  /// The latest attempt; `nil` = there was none.
  public var last: NoticeEntry.Attempt?

  /// A channel that was never used.
  public init() {}

  /// Whether the latest attempt failed.
  public var isFailing: Bool { last.map { $0.result.kind != .accepted } ?? false }
}

extension NoticeStore {
  /// The messages to a channel, the newest first. Blocks.
  ///
  /// - Parameter id: only messages before this one; `nil` = from the newest on.
  /// - Throws: `notFound`.
  public func notices(
    to channel: Channel.ID, in workspace: Workspace.ID, before id: ChannelNotice.ID? = nil, limit: Int = 50
  ) throws(StoreError) -> [NoticeEntry] {
    try read { db in
      _ = try ChannelRows.require(channel, in: workspace, db)
      return try db.all(
        """
        SELECT notice.*, (SELECT count(*) FROM notice AS told
          WHERE told.workspace_id = notice.workspace_id AND told.sum_id = notice.id) AS told
        FROM notice WHERE workspace_id = \(workspace) AND channel_id = \(channel) AND id < \(id?.rawValue ?? .max)
        ORDER BY id DESC LIMIT \(max(0, limit))
        """
      ) { try NoticeEntry($0, in: workspace, db) }
    }
  }

  /// How the channels of a workspace do. Blocks.
  public func channelHealth(of workspace: Workspace.ID) throws(StoreError) -> [Channel.ID: ChannelHealth] {
    try read { db in
      let healths = try db.all(
        """
        SELECT channel.id,
          (SELECT count(*) FROM notice WHERE notice.workspace_id = channel.workspace_id
            AND channel_id = channel.id AND state = 'waiting') AS waiting,
          (SELECT max(notice_attempt.id) FROM notice_attempt
            WHERE notice_attempt.workspace_id = channel.workspace_id AND notice_id IN
              (SELECT notice.id FROM notice WHERE notice.workspace_id = channel.workspace_id
                AND channel_id = channel.id AND attempt > 0 ORDER BY notice.id DESC LIMIT 50)) AS attempt
        FROM channel WHERE workspace_id = \(workspace) AND removed_at IS NULL
        """
      ) { row in
        var health = ChannelHealth()
        health.waiting = try row["waiting"]
        if let attempt = try row["attempt"] as Int64? {
          health.last = try db.first(
            "SELECT * FROM notice_attempt WHERE workspace_id = \(workspace) AND id = \(attempt)")
        }
        return (try row["id"] as Channel.ID, health)
      }
      return Dictionary(healths, uniquingKeysWith: { $1 })
    }
  }
}

extension NoticeEntry {
  fileprivate init(_ row: Row, in workspace: Workspace.ID, _ db: Database) throws {
    let id: ChannelNotice.ID = try row["id"]
    let state: Delivery.State = try row["state"]
    let alert = try (row["alert_id"] as Int64?).flatMap { try Alert.find($0, in: workspace, db) }
    self.init(
      id: id, kind: try row["kind"], alert: alert, count: try row["told"], state: state,
      isSummed: try row["sum_id"] as ChannelNotice.ID? != nil, reason: try row["last_reason"],
      createdAt: try row["created_at"],
      nextAt: state == .waiting ? try row["next_at"] : nil,
      attempts: try db.all(
        """
        SELECT * FROM notice_attempt WHERE workspace_id = \(workspace) AND notice_id = \(id)
        ORDER BY id DESC LIMIT 40
        """))
  }
}

extension NoticeEntry.Attempt: FetchableRecord {
  /// From a row of `notice_attempt`.
  package init(row: Row) throws {
    self.init(
      at: try row["at"],
      result: DeliveryResult(
        try row["result"], reason: try row["reason"], status: try row["status"], took: try row["took_ms"]))
  }
}

extension NoticeStore {
  /// How many channels of each workspace and kind failed at the latest attempt, or were switched off for it. Blocks.
  public func failingChannels() throws(StoreError) -> [Workspace.ID: [Channel.Kind: Int]] {
    var found: [Workspace.ID: [Channel.Kind: Int]] = [:]
    for workspace in try store.fleet.workspaces() {
      let health = try channelHealth(of: workspace.id)
      for channel in try all(of: workspace.id) {
        let isFailing = channel.draft.isOn ? health[channel.id]?.isFailing ?? false : channel.offReason != nil
        if isFailing { found[workspace.id, default: [:]][channel.kind, default: 0] += 1 }
      }
    }
    return found
  }
}
