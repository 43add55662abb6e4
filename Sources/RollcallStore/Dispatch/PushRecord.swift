public import Rollcall
import SQL

extension PushStore {
  /// Stores the result of handing a message over, and its consequence: a retry, the next address, or the end.
  /// Does nothing when the message no longer exists. Blocks.
  ///
  /// - Parameter chance: 0 up to 1, spreads the next attempt.
  public func record(_ result: DeliveryResult, of job: PushJob.ID, chance: Double) throws(StoreError) {
    try write { transaction in
      guard let row = try PushRow.find(job, transaction.db) else { return }
      try transaction.push.record(result, of: row, chance: chance)
    }
  }
}

extension PushWrites {
  fileprivate func record(_ result: DeliveryResult, of job: PushRow, chance: Double) throws {
    var delivery = job.delivery
    let step = delivery.settle(result, by: .phones, at: now, chance: chance)
    try db.run("UPDATE push_job SET \(delivery.assignments) WHERE \(job.row)")
    afterCommit { [outboxes = memory.outboxes] in outboxes.count(.init(phones: job.service, result.kind)) }
    if result.kind == .gone { try drop(channel: job.channel, in: job.workspace, because: result.reason) }
    // A refusal from a server of the responder's own choice is no reason to pause the service for others.
    if result.kind == .misconfigured, !job.isChosen { try rest(job, because: result.reason) }
    switch step {
    case .accepted: try accepted(job, receipt: result.receipt)
    case .again(let next):
      try noteRetry(job, at: next)
      try log(.pushFailed, job, "\(result.reason); again in \(next.since(now).pauseWords)")
    case .givenUp: try gaveUp(job, result.kind == .gone ? .pushGone : .pushFailed, result.reason)
    case .ended: break
    }
  }

  private func accepted(_ job: PushRow, receipt: String?) throws {
    let askAt = job.service == .expo && receipt != nil ? now.advanced(by: PushReceipts.firstLook) : nil
    try db.run(
      """
      UPDATE push_job SET provider_id = \(receipt), receipt_at = \(askAt), accepted_at = coalesce(accepted_at, \(now))
      WHERE \(job.row)
      """)
    forget(job)
    let words = "\(job.service.name) took the message".capitalizedFirst
    switch job.kind {
    case .test: break
    case .withdrawn: try log(.pushed, job, "\(words) that it is over")
    case .changed: try log(.pushed, job, "\(words) that it was changed")
    case .offer:
      guard let offer = try offer(of: job) else { return }
      if try !noteSent(offer, in: job.workspace, because: words) { try log(.pushed, job, words) }
      guard let now = try self.offer(of: job), !now.state.isOpen, now.state != .accepted,
        now.state != .declined
      else { return }
      try withdrawLate(job, now)
    }
  }

  /// The offer ended while its message was being sent.
  private func withdrawLate(_ job: PushRow, _ offer: Offer) throws {
    let isTold = try db.exists(
      """
      SELECT 1 FROM push_job WHERE workspace_id = \(job.workspace) AND offer_id = \(offer.id)
        AND kind = 'withdrawn' AND channel_id = \(job.channel)
      """)
    if !isTold { try queueWithdrawal(of: offer, in: job.workspace, on: job.channel) }
  }

  /// Gives up this address and tries the next one at once.
  private func gaveUp(_ job: PushRow, _ kind: IncidentStep.Kind, _ reason: String) throws {
    forget(job)
    try noteRefused(job)
    guard job.kind == .offer, let offer = try offer(of: job) else { return try log(kind, job, reason) }
    try log(kind, job, "\(reason); \(try fallBack(job, offer))")
  }

  /// Queues the offer at the responder's next address, and logs it; this does not ask the next responder.
  private func fallBack(_ job: PushRow, _ offer: Offer) throws -> String {
    guard offer.state.isOpen, now < offer.endsAt else { return "the offer is over" }
    guard let way = try nextWay(to: offer, in: job.workspace) else {
      return "there is no other way to wake this phone"
    }
    try queue(
      .offer, of: offer, in: job.workspace, on: way.channel, due: way.due, expiresAt: offer.deliverBy)
    let next = try PushRow.service(ofChannel: way.channel, in: job.workspace, db)?.name ?? ""
    return way.due > now ? "next: \(next), in \(way.due.since(now).pauseWords)" : "next: \(next)"
  }

  /// Pauses a service for a minute: its waiting messages of this workspace go elsewhere.
  private func rest(_ job: PushRow, because reason: String) throws {
    try db.run(
      """
      INSERT INTO push_pause (workspace_id, provider, until, reason) VALUES (\(job.workspace), \(job.service),
        \(now.advanced(by: PushJob.restLasts)), \(reason))
      ON CONFLICT (workspace_id, provider) DO UPDATE SET until = excluded.until, reason = excluded.reason
      """)
    for other in try PushRow.waiting(at: job.service, in: job.workspace, db) where other.id != job.id {
      var delivery = other.delivery
      guard delivery.end(as: .failed, because: reason) else { continue }
      try db.run("UPDATE push_job SET \(delivery.assignments) WHERE \(other.row)")
      try gaveUp(other, .pushFailed, reason)
    }
  }

  /// The offer that a message is about; `nil` = it is about none.
  func offer(of job: PushRow) throws -> Offer? {
    try job.offer.flatMap { try Offers.find($0, in: job.workspace, db) }
  }

  /// Writes into the log of the incident that a message is about.
  func log(_ kind: IncidentStep.Kind, _ job: PushRow, _ detail: String) throws {
    guard let incident = job.incident else { return }
    try transaction.dispatch.log(
      kind, of: incident, in: job.workspace, by: Actor.rollcall, responder: job.responder, detail: detail)
  }

  private func forget(_ job: PushRow) {
    afterCommit { [outboxes = memory.outboxes] in outboxes.forget([job.id]) }
  }
}

extension Milliseconds {
  /// A pause to the tenth of a second, rounded up: `1 s`, `2.5 s`.
  fileprivate var pauseWords: String {
    let tenths = (Swift.max(0, Swift.min(self, 86_400_000)) + 99) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension String {
  /// Begins with a capital if the first letter is a small one of ASCII: `The webhook took …`. Names written
  /// in small letters stay.
  fileprivate var capitalizedFirst: String {
    hasPrefix("the ") ? "The " + dropFirst(4) : self
  }
}
