import Foundation
import Rollcall
import SQL

extension PushStore {
  /// The link part after `/a/` in a message. By that of an offer it can be answered; a text message also has one
  /// about what was changed or ended, because its reader may have no app. It changes with a restart; old and new
  /// both work.
  ///
  /// - Returns: `nil` when there is nothing to show, or the offer to answer is over.
  public func link(for job: PushJob) throws(StoreError) -> String? {
    guard job.subject != nil, job.kind == .offer || job.service == .sms else { return nil }
    if let kept = store.outboxes.link(of: job.id) { return kept }
    return try write { transaction in
      guard let row = try PushRow.find(job.id, transaction.db) else { return nil }
      if row.kind == .offer, try transaction.push.offer(of: row)?.state.isOpen != true { return nil }
      let link = try transaction.push.makeLink(
        for: row.responder, to: row.offer, of: row.incident, byText: job.service == .sms, in: row.workspace)
      transaction.afterCommit { [outboxes = store.outboxes] in outboxes.keep(link, of: job.id) }
      return link
    }
  }
}

extension PushWrites {
  /// A new link to a person's offer, or to an incident that they took without one: 128 random bits, stored as
  /// their hash.
  ///
  /// - Parameters:
  ///   - incident: counts without an offer alone.
  ///   - byText: whether a text message brings it.
  func makeLink(
    for responder: Responder.ID, to offer: Offer.ID?, of incident: Incident.ID?, byText: Bool,
    in workspace: Workspace.ID
  ) throws -> String {
    let secret = Secret.random(bytes: 16)
    try db.run(
      """
      INSERT INTO offer_link (token_hash, workspace_id, responder_id, offer_id, incident_id, made_at, by_text)
      VALUES (\(secret.hash.bytes), \(workspace), \(responder), \(offer),
        \(offer == nil ? incident : nil), \(now), \(byText))
      """
    )
    return secret.text
  }
}
