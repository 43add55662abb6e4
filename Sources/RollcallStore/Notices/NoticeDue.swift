import GRDB
public import Rollcall

extension Store {
  /// The messages that are due now: of each channel only the first in its row, so that their order is kept. Those that
  /// are under way are among them until ``record(_:of:chance:)`` says what became of them. Blocks.
  public func dueNotices(limit: Int) throws(StoreError) -> [ChannelNotice] {
    let now = clock()
    return try read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: NoticeRows.due), arguments: [now.milliseconds, limit]
      ).compactMap { try ChannelNotice($0, at: now, db) }
    }
  }

  /// When the next message that waits will be due; `nil` = none waits. Blocks.
  public func nextNoticeDue() throws(StoreError) -> Timestamp? {
    try read { db in
      try Int64.fetchOne(
        db.cachedStatement(
          sql:
            "SELECT min(next_at) FROM notice WHERE state = 'waiting' AND next_at > ? AND \(NoticeRows.isFirst)"
        ),
        arguments: [clock().milliseconds]
      ).map { Timestamp(milliseconds: $0) }
    }
  }

  /// How many messages of each workspace wait. Blocks.
  public func waitingNotices() throws(StoreError) -> [Workspace.ID: Int] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT workspace_id, count(*) FROM notice WHERE state = 'waiting' GROUP BY workspace_id")
      return Dictionary(rows.map { (Workspace.ID($0[0]), $0[1] as Int) }, uniquingKeysWith: +)
    }
  }

  /// Puts away messages about alerts that are not there any more: somebody was erased. Blocks.
  public func tidyNotices() throws(StoreError) {
    let orphans = "state = 'waiting' AND alert_id IS NULL AND kind IN ('opened', 'closed')"
    let isNeeded = try read { db in
      try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM notice WHERE \(orphans))"))
        ?? false
    }
    guard isNeeded else { return }
    try write { transaction in
      try transaction.db.execute(
        sql:
          "UPDATE notice SET state = 'cancelled', reason = 'the alert is not kept any more' WHERE \(orphans)")
    }
  }
}

enum NoticeRows {
  /// Whether a message that waits is the first in its channel's row.
  static let isFirst = """
    id = (SELECT first.id FROM notice AS first INDEXED BY notice_waiting
      WHERE first.channel_id = notice.channel_id AND first.state = 'waiting' ORDER BY first.id LIMIT 1)
    """

  /// Whether a channel is still to hear of an alert, in a query of those.
  static let isAlertAwaited = """
    EXISTS (SELECT 1 FROM notice WHERE notice.alert_id = alert.id AND (notice.state = 'waiting'
      OR notice.sum_id IN (SELECT other.id FROM notice AS other WHERE other.state = 'waiting')))
    """

  fileprivate static let due = """
    SELECT notice.id AS notice, notice.kind AS notice_kind, notice.alert_id, notice.created_at AS made_at,
      channel.id AS channel, channel.kind AS channel_kind, channel.address, channel.secret,
      channel.former_secret, channel.former_until, workspace.*
    FROM notice JOIN channel ON channel.id = notice.channel_id
    JOIN workspace ON workspace.id = notice.workspace_id
    WHERE notice.state = 'waiting' AND notice.next_at <= ? AND notice.\(isFirst)
      AND (notice.alert_id IS NOT NULL OR notice.kind NOT IN ('opened', 'closed'))
    ORDER BY notice.next_at, notice.id LIMIT ?
    """
}

extension ChannelNotice {
  /// `nil` for what this program does not know.
  fileprivate init?(_ row: Row, at now: Timestamp, _ db: Database) throws {
    guard let kind = Kind(rawValue: row["notice_kind"]), let way = Way(row, at: now) else { return nil }
    let workspace = Workspaces.workspace(row)
    let content: Content
    switch kind {
    case .test: content = .test
    case .report:
      guard let report = try Self.report(row["notice"], db) else { return nil }
      content = report
    case .sum: content = .sum(try Sum.read(row["notice"], db))
    case .opened, .closed:
      guard let id = row["alert_id"] as Int64?, let alert = try Alert.find(id, in: workspace.id, db) else {
        return nil
      }
      content = .alert(
        alert, opens: kind == .opened, subject: try alert.topic.subject(in: workspace, db))
    }
    self.init(
      id: ID(row["notice"]), workspace: workspace, way: way, content: content,
      createdAt: Timestamp(milliseconds: row["made_at"]))
  }
}

extension ChannelNotice {
  /// What is told of a report: by the note of its file.
  fileprivate static func report(_ id: Int64, _ db: Database) throws -> Content? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT notice.file, export_file.row_count, export_file.sha256 FROM notice JOIN export_file
            ON export_file.workspace_id = notice.workspace_id AND export_file.number = notice.export_number
          WHERE notice.id = ?
          """), arguments: [id])
    return row.map {
      .report(file: $0["file"], rows: $0["row_count"], sha256: AuditChain.hex($0["sha256"]))
    }
  }
}

extension ChannelNotice.Way {
  fileprivate init?(_ row: Row, at now: Timestamp) {
    guard let kind = Channel.Kind(rawValue: row["channel_kind"]) else { return nil }
    let isFormerGood = row.instant("former_until").map { now < $0 } ?? false
    let secrets = [row["secret"] as String] + (isFormerGood ? [row["former_secret"] as String] : [])
    self.init(
      channel: Channel.ID(row["channel"]), kind: kind, address: row["address"],
      secrets: secrets.filter { $0 != "" })
  }
}

extension AlertTopic {
  /// What people call whom it is about.
  fileprivate func subject(in workspace: Workspace, _ db: Database) throws -> String {
    switch self {
    case .responderFlapping(let id), .responderOffline(let id, _):
      try Responders.find(id, in: workspace.id, db)?.name ?? "Responder \(id.rawValue)"
    case .incidentUnassigned(let id): Incidents.order(id)
    case .noOnlineResponders(let region): region
    case .massSilence(let scope): scope.words
    case .machine: "this server"
    case .highOfflineRate: workspace.name
    }
  }
}
