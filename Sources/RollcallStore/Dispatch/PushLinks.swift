import Foundation
import Rollcall
import SQL

extension PushStore {
  /// The link part after `/a/` in a message about an offer. It changes with a restart; old and new both work.
  ///
  /// - Returns: `nil` when the message is about no open offer.
  public func link(for job: PushJob) throws(StoreError) -> String? {
    guard job.kind == .offer, let offer = job.subject?.offer else { return nil }
    if let kept = store.outboxes.link(of: job.id) { return kept }
    return try write { transaction in
      let workspace = try transaction.db.first(
        """
        SELECT offer.workspace_id FROM push_job
        JOIN offer ON offer.workspace_id = push_job.workspace_id AND offer.id = push_job.offer_id
        WHERE push_job.id = \(job.id) AND offer.ended_at IS NULL
        """, as: Workspace.ID.self)
      guard let workspace else { return nil }
      let link = try transaction.push.makeLink(
        to: offer, byText: job.service == .sms, in: workspace)
      transaction.afterCommit { [outboxes = store.outboxes] in outboxes.keep(link, of: job.id) }
      return link
    }
  }
}

extension PushWrites {
  /// A new link to an offer: 128 random bits, stored as their hash.
  ///
  /// - Parameter byText: whether a text message brings it.
  func makeLink(to offer: Offer.ID, byText: Bool, in workspace: Workspace.ID) throws -> String {
    let secret = Secret.random(bytes: 16)
    try db.run(
      """
      INSERT INTO offer_link (token_hash, workspace_id, offer_id, made_at, by_text)
      VALUES (\(secret.hash.bytes), \(workspace), \(offer), \(now), \(byText))
      """
    )
    return secret.text
  }
}
