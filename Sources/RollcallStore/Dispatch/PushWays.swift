import Rollcall
import SQL

/// The addresses to which messages go.
enum PushWays {
  /// Joins the login that registered an address, and its owner.
  static let owner: Query = """
    LEFT JOIN phone_session ON phone_session.workspace_id = push_channel.workspace_id
      AND phone_session.id = push_channel.session_id
    JOIN responder ON responder.workspace_id = push_channel.workspace_id
      AND responder.id = push_channel.responder_id
    """
  /// Whether messages still go to an address: its login goes on, or it is still the person's number.
  static let isOwned: Query = """
    CASE WHEN push_channel.provider = 'sms' THEN coalesce(responder.phone = push_channel.token, 0)
      ELSE phone_session.revoked_at IS NULL END
    """
}

extension PushWrites {
  /// The address of a person's number for text messages; `nil` = they have none, nothing can send there, or the
  /// workspace does not want it.
  func textWay(to responder: Responder.ID, in workspace: Workspace.ID) throws -> Int64? {
    guard memory.outboxes.sendsTexts, try DispatchCases.settings(of: workspace, db).offersByText,
      let number = try Responders.find(responder, in: workspace, db)?.phone
    else { return nil }
    let live: Query = """
      workspace_id = \(workspace) AND responder_id = \(responder) AND provider = 'sms' AND gone_at IS NULL
      """
    let known = try db.first(
      "SELECT id FROM push_channel WHERE \(live) AND token = \(number)", as: Int64.self)
    if let known { return known }
    try db.run(
      "UPDATE push_channel SET gone_at = \(now), gone_reason = 'another number' WHERE \(live)")
    let id: Int64 = try transaction.next(.pushChannel)
    try db.run(
      """
      INSERT INTO push_channel (workspace_id, id, responder_id, provider, token, registered_at)
      VALUES (\(workspace), \(id), \(responder), 'sms', \(number), \(now))
      """)
    return id
  }

  /// No text message goes to a number of a workspace any more; what was proved of them counts no more.
  func endTexts(in workspace: Workspace.ID) throws {
    let people = try db.all(
      """
      UPDATE push_channel SET gone_at = \(now), gone_reason = 'text messages of offers are off'
      WHERE workspace_id = \(workspace) AND provider = 'sms' AND gone_at IS NULL RETURNING responder_id
      """, as: Responder.ID.self)
    for person in people { try transaction.dispatch.refreshRecord(of: person, in: workspace) }
  }

  /// Whether it is proved that messages to the app wake a person's phone.
  func isWoken(_ responder: Responder.ID, in workspace: Workspace.ID) throws -> Bool {
    let record = try transaction.liveness.state(of: responder, in: workspace).record
    return record.provedUntil.map { now <= $0 } ?? false
  }

  /// Whether an address is a number for text messages.
  func isText(_ channel: Int64, in workspace: Workspace.ID) throws -> Bool {
    try PushRow.service(ofChannel: channel, in: workspace, db) == .sms
  }
}
