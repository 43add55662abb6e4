public import Rollcall
import SQL

extension NoticeStore {
  /// The messages that are due now: of each channel only the first in its queue, so that their order is kept.
  /// Messages already being handed over are among them until ``record(_:of:chance:)`` stores their result.
  /// Blocks.
  public func dueNotices(limit: Int) throws(StoreError) -> [ChannelNotice] {
    let now = clock()
    return try read { db in
      let due = try db.all(NoticeRows.due(at: now, limit: limit)) { try ChannelNotice($0, at: now, db) }
      return due.compactMap(\.self)
    }
  }

  /// When the next message that waits will be due; `nil` = none waits. Blocks.
  public func nextNoticeDue() throws(StoreError) -> Timestamp? {
    try read { db in
      try db.first(
        "SELECT min(next_at) FROM notice WHERE state = 'waiting' AND next_at > \(clock()) AND \(NoticeRows.isFirst)"
      )
    }
  }

  /// How many messages of each workspace wait. Blocks.
  public func waitingNotices() throws(StoreError) -> [Workspace.ID: Int] {
    try read { db in
      let counts = try db.all(
        "SELECT workspace_id, count(*) AS count FROM notice WHERE state = 'waiting' GROUP BY workspace_id"
      ) { (try $0["workspace_id"] as Workspace.ID, try $0["count"] as Int) }
      return Dictionary(counts, uniquingKeysWith: +)
    }
  }

  /// Removes messages about alerts that no longer exist because a person was erased. Blocks.
  public func tidyNotices() throws(StoreError) {
    let orphans: Query = """
      state = 'waiting' AND (alert_id IS NULL AND kind IN ('opened', 'closed', 'escalated')
        OR kind = 'incident' AND NOT EXISTS (SELECT 1 FROM incident_step
          WHERE incident_step.workspace_id = notice.workspace_id AND incident_step.id = notice.step_id))
      """
    let isNeeded = try read { try $0.exists("SELECT 1 FROM notice WHERE \(orphans)") }
    guard isNeeded else { return }
    try write { transaction in
      _ = try transaction.db.run(
        """
        UPDATE notice SET \(OutboxRows.cancelled(because: "what it tells of is not kept any more")) WHERE \(orphans)
        """)
    }
  }
}

enum NoticeRows {
  /// Whether a message that waits is the first in its channel's row.
  static let isFirst: Query = """
    id = (SELECT first.id FROM notice AS first INDEXED BY notice_waiting
      WHERE first.workspace_id = notice.workspace_id AND first.channel_id = notice.channel_id
        AND first.state = 'waiting' ORDER BY first.id LIMIT 1)
    """

  /// Whether a channel must still hear of an alert, in a query of alerts.
  static let isAlertAwaited: Query = """
    EXISTS (SELECT 1 FROM notice
      WHERE notice.workspace_id = alert.workspace_id AND notice.alert_id = alert.id AND (notice.state = 'waiting'
        OR notice.sum_id IN (SELECT other.id FROM notice AS other
          WHERE other.workspace_id = alert.workspace_id AND other.state = 'waiting')))
    """

  fileprivate static func due(at now: Timestamp, limit: Int) -> Query {
    """
    SELECT notice.id AS notice, notice.kind AS notice_kind, notice.alert_id, notice.step_id,
      notice.created_at AS made_at,
      channel.id AS channel, channel.kind AS channel_kind, channel.address, channel.secret, channel.attaches_reports,
      channel.former_secret, channel.former_until, workspace.*
    FROM notice JOIN channel ON channel.workspace_id = notice.workspace_id AND channel.id = notice.channel_id
    JOIN workspace ON workspace.id = notice.workspace_id
    WHERE notice.state = 'waiting' AND notice.next_at <= \(now) AND notice.\(isFirst)
      AND (notice.alert_id IS NOT NULL OR notice.kind NOT IN ('opened', 'closed', 'escalated'))
    ORDER BY notice.next_at, notice.id LIMIT \(limit)
    """
  }
}

extension ChannelNotice {
  /// `nil` when its subject is no longer kept.
  fileprivate init?(_ row: Row, at now: Timestamp, _ db: Database) throws {
    let id: ID = try row["notice"]
    let kind: Kind = try row["notice_kind"]
    let workspace = try Workspace(row: row)
    let content: Content
    switch kind {
    case .test: content = .test
    case .report:
      guard let report = try Self.report(id, in: workspace.id, db) else { return nil }
      content = report
    case .incident:
      guard let step = try row["step_id"] as Int64?,
        let notice = try IncidentNotice.find(step: step, in: workspace.id, db)
      else { return nil }
      content = .incident(notice)
    case .sum: content = .sum(try Sum.read(id, in: workspace.id, db))
    case .opened, .closed, .escalated:
      guard let id = try row["alert_id"] as Int64?, let alert = try Alert.find(id, in: workspace.id, db)
      else {
        return nil
      }
      let subject = try alert.topic.subject(in: workspace, db)
      content =
        kind == .escalated
        ? .escalated(alert, subject: subject) : .alert(alert, opens: kind == .opened, subject: subject)
    }
    self.init(
      id: id, workspace: workspace, way: try Way(row, at: now), content: content,
      createdAt: try row["made_at"])
  }
}

extension ChannelNotice {
  /// The report's facts, from the record of its file.
  fileprivate static func report(_ id: ID, in workspace: Workspace.ID, _ db: Database) throws -> Content? {
    try db.first(
      """
      SELECT notice.file, export_file.row_count, export_file.sha256 FROM notice JOIN export_file
        ON export_file.workspace_id = notice.workspace_id AND export_file.number = notice.export_number
      WHERE notice.workspace_id = \(workspace) AND notice.id = \(id)
      """
    ) { row in
      .report(file: try row["file"], rows: try row["row_count"], sha256: AuditChain.hex(try row["sha256"]))
    }
  }
}

extension ChannelNotice.Way {
  fileprivate init(_ row: Row, at now: Timestamp) throws {
    let isFormerGood = (try row["former_until"] as Timestamp?).map { now < $0 } ?? false
    let secrets: [String] =
      isFormerGood ? [try row["secret"], try row["former_secret"]] : [try row["secret"]]
    self.init(
      channel: try row["channel"], kind: try row["channel_kind"], address: try row["address"],
      secrets: secrets.filter { $0 != "" }, attachesReports: try row["attaches_reports"])
  }
}

extension AlertTopic {
  /// The name of its subject.
  fileprivate func subject(in workspace: Workspace, _ db: Database) throws -> String {
    switch self {
    case .responderFlapping(let id), .responderOffline(let id, _), .noShow(let id, _):
      try Responders.find(id, in: workspace.id, db)?.name ?? "Responder \(id.rawValue)"
    case .incidentUnassigned(let id), .replacementNotFound(let id): Incidents.order(id)
    case .noOnlineResponders(let region): region
    case .massSilence(let scope): scope.words
    case .machine: "this server"
    case .highOfflineRate: workspace.name
    }
  }
}
