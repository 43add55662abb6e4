import Foundation
import GRDB
import Rollcall

extension Store {
  /// What stands behind `/a/` in a message about an offer. After a restart another one than before; both are good.
  ///
  /// - Returns: `nil` for a message that is about no open offer.
  public func link(for job: PushJob) throws(StoreError) -> String? {
    guard job.kind == .offer, let subject = job.subject else { return nil }
    if let kept = pushes.link(of: job.id) { return kept }
    return try write { transaction in
      let workspace = try Int64.fetchOne(
        transaction.db, sql: "SELECT workspace_id FROM offer WHERE id = ? AND ended_at IS NULL",
        arguments: [subject.offer.rawValue])
      guard let workspace else { return nil }
      let link = try transaction.makeLink(to: subject.offer, in: Workspace.ID(workspace))
      transaction.afterCommit { [pushes] in pushes.keep(link, of: job.id) }
      return link
    }
  }
}

extension WriteTransaction {
  /// A new link to an offer: 128 random bits, stored as their hash.
  func makeLink(to offer: Offer.ID, in workspace: Workspace.ID) throws -> String {
    let secret = Secret.random(bytes: 16)
    try db.cachedStatement(
      sql: "INSERT INTO offer_link (token_hash, workspace_id, offer_id, made_at) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [
      Data(secret.hash.bytes), workspace.rawValue, offer.rawValue, now.milliseconds,
    ])
    return secret.text
  }
}
