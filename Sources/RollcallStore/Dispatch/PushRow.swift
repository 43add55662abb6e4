import GRDB
import Rollcall

/// A message with what decides how it goes on.
struct PushRow {
  let id: PushJob.ID
  let workspace: Workspace.ID
  let kind: PushJob.Kind
  let offer: Offer.ID?
  let channel: Int64
  let service: PushService
  /// Whether the address leads to a server of its owner's choice.
  let isChosen: Bool
  /// Whether it is still to be sent.
  let isWaiting: Bool
  /// How often it was handed over before.
  let attempt: Int
  let firstAt: Timestamp
  let expiresAt: Timestamp

  private static let columns = """
    SELECT push_job.*, push_channel.provider, push_channel.token FROM push_job
    JOIN push_channel ON push_channel.id = push_job.channel_id
    """

  static func find(_ id: PushJob.ID, _ db: Database) throws -> PushRow? {
    try Row.fetchOne(
      db.cachedStatement(sql: "\(columns) WHERE push_job.id = ?"), arguments: [id.rawValue]
    ).flatMap(PushRow.init)
  }

  /// What waits for a service in a workspace, without the addresses of their owners' choice.
  static func waiting(
    at service: PushService, in workspace: Workspace.ID, _ db: Database
  ) throws -> [PushRow] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: "\(columns) WHERE push_job.state = 'waiting' AND push_job.workspace_id = ? AND provider = ?"),
      arguments: [workspace.rawValue, service.rawValue]
    ).compactMap(PushRow.init).filter { !$0.isChosen }
  }

  /// By whom an address is served.
  static func service(ofChannel id: Int64, _ db: Database) throws -> PushService? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT provider FROM push_channel WHERE id = ?"), arguments: [id]
    ).flatMap { PushService(rawValue: $0) }
  }

  private init?(_ row: Row) {
    guard let service = PushService(rawValue: row["provider"]),
      let kind = PushJob.Kind(rawValue: row["kind"])
    else { return nil }
    id = PushJob.ID(row["id"])
    workspace = Workspace.ID(row["workspace_id"])
    self.kind = kind
    offer = (row["offer_id"] as Int64?).map { Offer.ID($0) }
    channel = row["channel_id"]
    self.service = service
    isChosen = service.isChosen(row["token"])
    isWaiting = row["state"] as String == "waiting"
    attempt = row["attempt"]
    firstAt = Timestamp(milliseconds: row["first_at"])
    expiresAt = Timestamp(milliseconds: row["expires_at"])
  }
}
