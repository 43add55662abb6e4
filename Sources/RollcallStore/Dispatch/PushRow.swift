import Rollcall
import SQL

/// A message with the values that decide its next step.
struct PushRow: FetchableRecord {
  let id: PushJob.ID
  let workspace: Workspace.ID
  let responder: Responder.ID
  let kind: PushJob.Kind
  let offer: Offer.ID?
  /// The incident that it is about; `nil` for a test.
  let incident: Incident.ID?
  let channel: Int64
  let service: PushService
  /// Whether the address leads to a server of its owner's choice.
  let isChosen: Bool
  /// How far it has come.
  let delivery: Delivery

  private static let columns: Query = """
    SELECT push_job.*, push_channel.provider, push_channel.token,
      coalesce(push_job.incident_id, (SELECT offer.incident_id FROM offer
        WHERE offer.workspace_id = push_job.workspace_id AND offer.id = push_job.offer_id)) AS incident
    """
  private static let address: Query = """
    JOIN push_channel ON push_channel.workspace_id = push_job.workspace_id AND push_channel.id = push_job.channel_id
    """

  /// The condition of its row.
  var row: Query { "workspace_id = \(workspace) AND id = \(id)" }

  static func find(_ id: PushJob.ID, _ db: Database) throws -> PushRow? {
    try db.first("\(columns) FROM push_job \(address) WHERE push_job.id = \(id)")
  }

  /// The messages waiting for a service in a workspace, without those to addresses of their owners' choice.
  static func waiting(
    at service: PushService, in workspace: Workspace.ID, _ db: Database
  ) throws -> [PushRow] {
    try db.all(
      """
      \(columns) FROM push_job INDEXED BY push_job_due \(address)
      WHERE push_job.state = 'waiting' AND push_job.workspace_id = \(workspace) AND provider = \(service)
      ORDER BY push_job.channel_id, push_job.id
      """, as: PushRow.self
    ).filter { !$0.isChosen }
  }

  /// The service of an address.
  static func service(
    ofChannel id: Int64, in workspace: Workspace.ID, _ db: Database
  ) throws -> PushService? {
    try db.first("SELECT provider FROM push_channel WHERE workspace_id = \(workspace) AND id = \(id)")
  }

  init(row: Row) throws {
    id = try row["id"]
    workspace = try row["workspace_id"]
    responder = try row["responder_id"]
    kind = try row["kind"]
    offer = try row["offer_id"]
    incident = try row["incident"]
    channel = try row["channel_id"]
    service = try row["provider"]
    isChosen = service.isChosen(try row["token"])
    delivery = try Delivery(row: row)
  }
}
