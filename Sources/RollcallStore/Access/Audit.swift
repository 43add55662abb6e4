import Foundation
public import Rollcall
import SQL

extension WriteTransaction {
  /// Appends an entry to the workspace's chain: each entry holds the hash of the one before it.
  ///
  /// An entry is never erased, so it must not contain names, addresses, phone numbers, places or secrets.
  /// Members and responders are named by their ids.
  func audit(
    _ actor: Actor, _ action: String, subject: String, detail: String = "", change: AuditChange? = nil,
    in workspace: Workspace.ID
  ) throws {
    try appendAudit(
      of: actor.pseudonym, from: actor.responder == nil ? origin : AuditOrigin.phone, action,
      subject: subject,
      detail: detail, change: change, in: workspace)
  }

  /// Appends an entry for an actor, named as entries name them.
  func appendAudit(
    of pseudonym: String, from origin: String, _ action: String, subject: String, detail: String,
    change: AuditChange? = nil, in workspace: Workspace.ID
  ) throws {
    rightsMayChange()
    let head = try AuditHead.of(workspace.rawValue, db)
    let (number, isFull) = head.count.addingReportingOverflow(1)
    guard !isFull else { throw StoreError.unavailable("the audit is full") }
    var entry = AuditEntry(
      number: number, at: now, actor: pseudonym, origin: origin, action: action, subject: subject,
      detail: detail, before: change?.before ?? "", after: change?.after ?? "",
      previous: head.hash, hash: Data())
    entry.hash = AuditChain.hash(of: entry, in: workspace.rawValue)
    try db.run(
      """
      INSERT INTO audit (workspace_id, number, at, actor, origin, action, subject, detail, value_before,
        value_after, previous, hash)
      VALUES (\(workspace), \(number), \(now), \(entry.actor), \(entry.origin), \(action), \(subject), \(detail),
        \(entry.before), \(entry.after), \(entry.previous), \(entry.hash))
      """)
    // Not one statement for both: a trigger refuses to insert an existing end of the chain.
    try db.run(
      head.count == 0
        ? """
        INSERT INTO audit_head (count, hash, workspace_id) VALUES (\(number), \(entry.hash), \(workspace))
        """
        : "UPDATE audit_head SET count = \(number), hash = \(entry.hash) WHERE workspace_id = \(workspace)")
  }

  /// Every change that takes a right away is audited. So after the commit, cached rights are looked up again.
  private func rightsMayChange() { afterCommit { [rights = memory.rights] in rights.changed() } }

  /// Appends an entry in every workspace of a member, because a change of their own account concerns all of
  /// them.
  func audit(
    _ actor: Actor, _ action: String, everywhereOf member: Member.ID
  ) throws {
    // They may not be a member anywhere.
    rightsMayChange()
    let workspaces = try db.all(
      "SELECT workspace_id FROM membership WHERE member_id = \(member) ORDER BY workspace_id",
      as: Workspace.ID.self)
    for workspace in workspaces {
      try audit(actor, action, subject: "member \(member.rawValue)", in: workspace)
    }
  }
}

extension AuditStore {
  /// Counts changes of the rights of console users.
  public var rights: ChangeCount { store.writer.rights }

  /// Records that a person viewed people's positions: one entry per member, page and 15 minutes.
  public func recordView(actor: Actor, page: String, subject: String, in workspace: Workspace.ID) {
    write(tellsChanges: true) { transaction in
      let action = "look.\(page)"
      let isNoted = try transaction.db.exists(
        """
        SELECT 1 FROM audit
        WHERE workspace_id = \(workspace) AND actor = \(actor.pseudonym)
          AND action = \(action) AND subject = \(subject) AND at > \(transaction.now.advanced(by: -900_000))
        """)
      guard !isNoted else { return }
      try transaction.audit(actor, action, subject: subject, in: workspace)
    } done: { _ in
    }
  }

  /// Records a wrong password for a member. Does not wait: a slower answer for a known address would reveal
  /// that it is known.
  public func recordFailedLogin(of member: Member.ID) {
    write { transaction in
      try transaction.audit(.nobody, "login.fail", everywhereOf: member)
    } done: { _ in
    }
  }
}
