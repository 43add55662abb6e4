import Rollcall
import SQL

// Which messages to a phone were answered, and how soon: the proof that a message wakes it.

extension PushWrites {
  /// Notes a message to an address. Older ones that no longer decide anything are removed.
  func noteMessage(
    _ job: PushJob.ID, to responder: Responder.ID, offer: Offer.ID?, in workspace: Workspace.ID,
    on channel: Int64, at due: Timestamp
  ) throws {
    try db.run(
      """
      DELETE FROM push_proof WHERE workspace_id = \(workspace) AND channel_id = \(channel) AND job_id <
        (SELECT max(job_id) FROM push_proof WHERE workspace_id = \(workspace) AND channel_id = \(channel)
          AND withdrawn_at IS NULL
          AND (answered_at IS NOT NULL OR pushed_at < \(now.advanced(by: -2 * Hearing.textAnswerTime))))
      """)
    try db.run(
      """
      INSERT INTO push_proof (workspace_id, job_id, responder_id, channel_id, offer_id, pushed_at, is_polled)
      VALUES (\(workspace), \(job), \(responder), \(channel), \(offer), \(due),
        EXISTS (SELECT 1 FROM push_channel
          JOIN offer_request ON offer_request.workspace_id = push_channel.workspace_id
            AND offer_request.session_id = push_channel.session_id
          WHERE push_channel.workspace_id = \(workspace) AND push_channel.id = \(channel)
            AND offer_request.asked_at > \(due.advanced(by: -Hearing.pollingTime))))
      """)
    try transaction.dispatch.refreshRecord(of: responder, in: workspace)
  }

  /// A message could not be handed over, and is tried again.
  func noteRetry(_ job: PushRow, at next: Timestamp) throws {
    try db.run("UPDATE push_proof SET pushed_at = \(next) WHERE \(proof(of: job)) AND answered_at IS NULL")
    try transaction.dispatch.refreshRecord(of: job.responder, in: job.workspace)
  }

  /// A message could not be handed over at all: what the phone does proves nothing about this address.
  func noteRefused(_ job: PushRow) throws {
    try db.run("UPDATE push_proof SET proves_nothing = 1 WHERE \(proof(of: job))")
    try transaction.dispatch.refreshRecord(of: job.responder, in: job.workspace)
  }

  private func proof(of job: PushRow) -> Query { "workspace_id = \(job.workspace) AND job_id = \(job.id)" }

  /// The phone has answered an offer, or the link of a message was used.
  ///
  /// - Parameter byText: whether it was the link of a text message, which says nothing about the app.
  func noteAnswer(
    to offer: Offer.ID, of responder: Responder.ID, byText: Bool = false, in workspace: Workspace.ID
  ) throws {
    let changed = try db.run(
      """
      UPDATE push_proof SET answered_at = \(now)
      WHERE workspace_id = \(workspace) AND offer_id = \(offer) AND answered_at IS NULL
        AND \(Self.isText(in: workspace)) = \(byText)
      """)
    if changed > 0 { try transaction.dispatch.refreshRecord(of: responder, in: workspace) }
  }

  /// Whether a message went to a number.
  private static func isText(in workspace: Workspace.ID) -> Query {
    """
    EXISTS (SELECT 1 FROM push_channel WHERE push_channel.workspace_id = \(workspace)
      AND push_channel.id = push_proof.channel_id AND push_channel.provider = 'sms')
    """
  }

  /// The phone has asked for its offers. That answers the messages to its address, unless it asks all the
  /// time.
  func noteRequest(from session: PhoneSession) throws {
    let changed = try db.run(
      """
      UPDATE push_proof SET answered_at = \(now)
      WHERE workspace_id = \(session.workspace) AND responder_id = \(session.responder)
        AND answered_at IS NULL AND is_polled = 0 AND pushed_at <= \(now)
        AND channel_id IN (SELECT id FROM push_channel
          WHERE workspace_id = \(session.workspace) AND session_id = \(session.id))
      """)
    try db.run(
      """
      INSERT INTO offer_request (workspace_id, responder_id, session_id, asked_at)
      VALUES (\(session.workspace), \(session.responder), \(session.id), \(now))
      ON CONFLICT (workspace_id, responder_id) DO UPDATE
        SET session_id = excluded.session_id, asked_at = excluded.asked_at
      """)
    if changed > 0 {
      try transaction.dispatch.refreshRecord(of: session.responder, in: session.workspace)
    }
  }

  /// An upload's answer tells of an offer: an answer from now on may be due to that.
  func noteTold(_ offer: Offer.ID, of responder: Responder.ID, in workspace: Workspace.ID) throws {
    let changed = try db.run(
      """
      UPDATE push_proof SET proves_nothing = 1
      WHERE workspace_id = \(workspace) AND offer_id = \(offer) AND answered_at IS NULL AND proves_nothing = 0
        AND \(Self.isText(in: workspace)) = 0
      """)
    if changed > 0 { try transaction.dispatch.refreshRecord(of: responder, in: workspace) }
  }

  /// An offer was withdrawn: messages about it that are not answered yet are not judged.
  func noteWithdrawn(_ offer: Offer, at instant: Timestamp, in workspace: Workspace.ID) throws {
    try db.run(
      """
      UPDATE push_proof SET withdrawn_at = \(instant)
      WHERE workspace_id = \(workspace) AND offer_id = \(offer.id) AND answered_at IS NULL
      """)
  }
}

extension Hearing.Message {
  fileprivate init(_ row: Row, isText: Bool) throws {
    self.init(
      at: try row["pushed_at"], answeredAt: try row["answered_at"],
      provesNothing: try row["proves_nothing"], withdrawnAt: try row["withdrawn_at"], isText: isText)
  }
}

extension OfferRecord {
  /// What became of a person's offers, and of the messages to their present addresses: the one that their apps
  /// registered last, and their number.
  static func load(of person: ResponderKey, _ db: Database) throws -> OfferRecord {
    var record = OfferRecord(provedUntil: try proof(person, isText: false, db)?.until)
    if let text = try proof(person, isText: true, db) {
      (record.textProvedUntil, record.textNumber) = (text.until, text.token)
    }
    let offers = try db.all(
      """
      SELECT queued_at, state IN ('declined', 'expired') AS is_setback, delivered_at IS NOT NULL AND by_receipt = 0 OR coalesce(seen_at, answered_at) IS NOT NULL AS is_delivered
      FROM offer WHERE \(person.rows)
        AND NOT EXISTS (SELECT 1 FROM incident WHERE incident.workspace_id = offer.workspace_id
          AND incident.id = offer.incident_id AND incident.is_drill = 1)
      ORDER BY id DESC LIMIT 20
      """
    ) {
      (
        at: try $0["queued_at"] as Timestamp, isSetback: try $0["is_setback"] as Bool,
        isDelivered: try $0["is_delivered"] as Bool
      )
    }
    record.lastOfferAt = offers.first?.at
    record.setbacks = offers.filter(\.isDelivered).prefix(OfferRecord.counted).filter(\.isSetback).map(\.at)
    return record
  }

  /// Until when it is proved that messages to a person's address are heard; `nil` = there is no proof.
  private static func proof(
    _ person: ResponderKey, isText: Bool, _ db: Database
  ) throws -> (token: String, until: Timestamp)? {
    let found = try db.first(
      """
      SELECT push_channel.id, push_channel.token FROM push_channel \(PushWays.owner)
      WHERE push_channel.workspace_id = \(person.workspace) AND push_channel.responder_id = \(person.id)
        AND push_channel.gone_at IS NULL AND (push_channel.provider = 'sms') = \(isText)
        AND \(PushWays.isOwned)
      ORDER BY push_channel.registered_at DESC, push_channel.id DESC LIMIT 1
      """
    ) { (channel: try $0["id"] as Int64, token: try $0["token"] as String) }
    guard let (channel, token) = found else { return nil }
    let messages = try db.all(
      """
      SELECT pushed_at, answered_at, proves_nothing, withdrawn_at FROM push_proof
      WHERE workspace_id = \(person.workspace) AND channel_id = \(channel)
      ORDER BY push_proof.job_id DESC LIMIT 50
      """
    ) { try Hearing.Message($0, isText: isText) }
    guard !messages.isEmpty else { return nil }
    // What did not reach them by the app says nothing about a number to which it was not sent.
    let wasSent: Query = """
      EXISTS (SELECT 1 FROM push_job WHERE push_job.workspace_id = offer.workspace_id
        AND push_job.offer_id = offer.id AND push_job.channel_id = \(channel))
      """
    let undeliveredAt = try db.first(
      """
      SELECT max(ended_at) FROM offer INDEXED BY offer_undelivered
      WHERE \(person.rows) AND state = 'undelivered' AND (\(!isText) OR \(wasSent))
      """, as: Timestamp?.self)
    return Hearing.provedUntil(messages, undeliveredAt: undeliveredAt ?? nil).map { (token, $0) }
  }
}

extension DispatchWrites {
  /// Reads a person's record again after a change; the board follows once it is on disk.
  func refreshRecord(of id: Responder.ID, in workspace: Workspace.ID) throws {
    var state = try transaction.liveness.state(of: id, in: workspace)
    let record = try OfferRecord.load(of: state.key, db)
    guard record != state.record else { return }
    state.record = record
    memory.save(state)
  }
}
