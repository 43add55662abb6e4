import Foundation
import Rollcall
import SQL

extension PushWrites {
  /// Queues the message that wakes the phone for an offer, to the address registered last; and a text message
  /// to the person's number, unless it is proved that they are woken anyway. Does nothing without an address:
  /// the phone also gets the offer with its next answer.
  func announce(_ offer: Offer, of incident: Incident) throws {
    let text = try textWay(to: offer.responder, in: incident.workspace)
    guard let way = try nextWay(to: offer, in: incident.workspace) else { return }
    let isWoken = try isWoken(offer.responder, in: incident.workspace)
    try queue(
      .offer, of: offer, in: incident.workspace, on: way.channel, due: way.due, expiresAt: offer.deliverBy)
    guard let text, text != way.channel, !isWoken else { return }
    try queue(.offer, of: offer, in: incident.workspace, on: text, due: now, expiresAt: offer.deliverBy)
  }

  /// Withdraws the messages of an offer: those still waiting are never sent, and a phone that may show the
  /// offer is told that it is over.
  ///
  /// - Parameter isAnswered: the phone itself has ended it, and need not be told.
  func recall(_ offer: Offer, of incident: Incident, because reason: String, isAnswered: Bool = false) throws
  {
    try cancelWaiting(of: offer, in: incident.workspace, because: reason)
    if isAnswered { return try countAnswer(to: offer, in: incident.workspace) }
    let told = try db.all(
      """
      SELECT DISTINCT channel_id FROM push_job INDEXED BY push_job_offer
      WHERE \(jobs(of: offer, in: incident.workspace)) AND kind = 'offer' AND accepted_at IS NOT NULL
        AND channel_id NOT IN (SELECT channel_id FROM push_job
          WHERE \(jobs(of: offer, in: incident.workspace)) AND kind = 'withdrawn')
      """, as: Int64.self)
    for channel in told { try queueWithdrawal(of: offer, in: incident.workspace, on: channel) }
  }

  /// Tells a phone that an offer is over.
  func queueWithdrawal(of offer: Offer, in workspace: Workspace.ID, on channel: Int64) throws {
    guard try isLive(channel, in: workspace) else { return }
    try queue(
      .withdrawn, of: offer, in: workspace, on: channel, due: now,
      expiresAt: now.advanced(by: PushJob.withdrawalLasts))
  }

  /// Tells a phone that an incident was changed, or is theirs or not any more by voice: by the address registered
  /// last, else by text message. Does nothing without either, and while such a message waits for a later time.
  ///
  /// - Parameter offer: their offer of it; `nil` = they have it without one.
  func announceChange(
    of incident: Incident.ID, to responder: Responder.ID, offer: Offer.ID?, in workspace: Workspace.ID
  ) throws {
    let subject: Query = offer.map { "offer_id = \($0)" } ?? "incident_id = \(incident)"
    // One that is due may be on its way: the phone could ask before this change is stored.
    let isTold = try db.exists(
      """
      SELECT 1 FROM push_job WHERE workspace_id = \(workspace) AND \(subject) AND responder_id = \(responder)
        AND kind = 'changed' AND state = 'waiting' AND next_at > \(now)
      """)
    guard !isTold else { return }
    // A number to which nothing was sent yet has no address before this.
    _ = try textWay(to: responder, in: workspace)
    guard let way = try way(to: responder, in: workspace, where: "1 = 1") else { return }
    try insertJob(
      .changed, to: responder, offer: offer, incident: offer == nil ? incident : nil, in: workspace,
      on: way.channel, due: way.due, expiresAt: now.advanced(by: PushJob.withdrawalLasts))
  }

  /// The next address for an offer: the latest of an app at which it was not tried. An address of a paused service
  /// comes last, and only if the pause ends in time.
  func nextWay(to offer: Offer, in workspace: Workspace.ID) throws -> (channel: Int64, due: Timestamp)? {
    let isUntried: Query = """
      NOT EXISTS (SELECT 1 FROM push_job
        WHERE \(jobs(of: offer, in: workspace)) AND kind = 'offer' AND channel_id = push_channel.id)
      """
    return try way(to: offer.responder, in: workspace, where: isUntried)
      .flatMap { $0.due < offer.deliverBy ? $0 : nil }
  }

  private func way(
    to responder: Responder.ID, in workspace: Workspace.ID, where condition: Query
  ) throws -> (channel: Int64, due: Timestamp)? {
    try db.first(
      """
      SELECT push_channel.id, max(\(now), coalesce(push_pause.until, 0)) AS due FROM push_channel
      \(PushWays.owner)
      LEFT JOIN push_pause ON push_pause.workspace_id = push_channel.workspace_id
        AND push_pause.provider = push_channel.provider AND substr(push_channel.token, 1, 8) <> 'https://'
      WHERE push_channel.responder_id = \(responder) AND push_channel.workspace_id = \(workspace)
        AND push_channel.gone_at IS NULL AND \(PushWays.isOwned) AND \(condition)
      ORDER BY push_channel.provider = 'sms', due, registered_at DESC, push_channel.id DESC LIMIT 1
      """
    ) { (channel: try $0["id"] as Int64, due: try $0["due"] as Timestamp) }
  }

  /// Queues a message; the sender is woken once it is on disk.
  func queue(
    _ kind: PushJob.Kind, of offer: Offer, in workspace: Workspace.ID, on channel: Int64, due: Timestamp,
    expiresAt: Timestamp
  ) throws {
    let id = try insertJob(
      kind, to: offer.responder, offer: offer.id, in: workspace, on: channel, due: due, expiresAt: expiresAt)
    guard kind == .offer, memory.outboxes.makesLinks else { return }
    let link = try makeLink(
      for: offer.responder, to: offer.id, of: offer.incident, byText: try isText(channel, in: workspace),
      in: workspace)
    afterCommit { [outboxes = memory.outboxes] in outboxes.keep(link, of: id) }
  }

  /// Writes the row of a message.
  @discardableResult
  func insertJob(
    _ kind: PushJob.Kind, to responder: Responder.ID, offer: Offer.ID?, incident: Incident.ID? = nil,
    in workspace: Workspace.ID, on channel: Int64, due: Timestamp, expiresAt: Timestamp
  ) throws -> PushJob.ID {
    let id: PushJob.ID = try transaction.next(.pushJob)
    try db.run(
      """
      INSERT INTO push_job (workspace_id, id, responder_id, channel_id, kind, offer_id, incident_id,
        \(OutboxRows.columns))
      VALUES (\(workspace), \(id), \(responder), \(channel), \(kind), \(offer), \(incident),
        \(OutboxRows.values(Delivery(due: due, expiresAt: expiresAt), madeAt: now)))
      """)
    if kind == .offer || kind == .test {
      try noteMessage(id, to: responder, offer: offer, in: workspace, on: channel, at: due)
    }
    // After the commit that stores the message's link.
    afterCommit { [outboxes = memory.outboxes] in outboxes.ring(.phones) }
    return id
  }

  /// The condition of an offer's messages.
  private func jobs(of offer: Offer, in workspace: Workspace.ID) -> Query {
    "workspace_id = \(workspace) AND offer_id = \(offer.id)"
  }

  private func isLive(_ channel: Int64, in workspace: Workspace.ID) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM push_channel \(PushWays.owner)
      WHERE push_channel.workspace_id = \(workspace) AND push_channel.id = \(channel)
        AND push_channel.gone_at IS NULL AND \(PushWays.isOwned)
      """)
  }

  /// Cancels the waiting messages of an offer.
  private func cancelWaiting(
    of offer: Offer, in workspace: Workspace.ID, because reason: String
  ) throws {
    let areWaiting: Query =
      "\(jobs(of: offer, in: workspace)) AND kind IN ('offer', 'changed') AND state = 'waiting'"
    let waiting = try db.all("SELECT id FROM push_job WHERE \(areWaiting)", as: PushJob.ID.self)
    guard !waiting.isEmpty else { return }
    for id in waiting {
      // Never handed over, as far as known: only an answer says otherwise.
      try db.run(
        "DELETE FROM push_proof WHERE workspace_id = \(workspace) AND job_id = \(id) AND answered_at IS NULL")
    }
    try db.run("UPDATE push_job SET \(OutboxRows.cancelled(because: reason)) WHERE \(areWaiting)")
    afterCommit { [outboxes = memory.outboxes] in outboxes.forget(waiting) }
  }

  /// From the first message that a service took to the answer.
  private func countAnswer(to offer: Offer, in workspace: Workspace.ID) throws {
    let first = try db.first(
      "SELECT min(accepted_at) FROM push_job WHERE \(jobs(of: offer, in: workspace)) AND kind = 'offer'",
      as: Timestamp.self)
    guard let first else { return }
    let wait = (offer.endedAt ?? now).since(first)
    afterCommit { [outboxes = memory.outboxes] in outboxes.answered(after: wait) }
  }
}

extension PushWrites {
  /// Withdraws the messages of an offer after the step that ended it: ``recall(_:of:because:isAnswered:)``.
  func recall(_ offer: Offer, of incident: Incident, after step: OfferStep) throws {
    if step.to == .withdrawn { try noteWithdrawn(offer, at: step.at, in: incident.workspace) }
    let isTheirs = step.to == .accepted || step.to == .declined
    try recall(offer, of: incident, because: step.reason ?? "", isAnswered: isTheirs && step.from.isOpen)
    try transaction.dispatch.refreshRecord(of: offer.responder, in: incident.workspace)
  }
}
