import Foundation
public import Rollcall
import SQL

extension WriteTransaction {
  /// Appends to the workspace's chain: each entry holds the hash of the one before it.
  ///
  /// An entry is never erased: names, addresses, numbers of phones, places and secrets do not belong into it. Members
  /// and responders are named by their ids.
  func audit(
    _ actor: Actor, _ action: String, subject: String, detail: String = "", change: AuditChange? = nil,
    in workspace: Workspace.ID
  ) throws {
    try appendAudit(
      of: actor.pseudonym, from: actor.responder == nil ? origin : AuditOrigin.phone, action,
      subject: subject,
      detail: detail, change: change, in: workspace)
  }

  /// Appends what somebody did, who is known as an entry names them.
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
    // Not one statement for both: a trigger refuses to insert an end that is there.
    try db.run(
      head.count == 0
        ? """
        INSERT INTO audit_head (count, hash, workspace_id) VALUES (\(number), \(entry.hash), \(workspace))
        """
        : "UPDATE audit_head SET count = \(number), hash = \(entry.hash) WHERE workspace_id = \(workspace)")
  }

  /// Whatever takes a right away is audited: from the commit on, what was found out about somebody is looked up again.
  private func rightsMayChange() { afterCommit { [rights = memory.rights] in rights.changed() } }

  /// The same in every workspace of a member: what they do to their own account concerns all of them.
  func audit(
    _ actor: Actor, _ action: String, everywhereOf member: Member.ID
  ) throws {
    // They may be a member of nothing.
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
  /// Counts what may have changed who may do what in the console.
  public var rights: ChangeCount { store.writer.rights }

  /// Notes that somebody looked at people's positions: one entry per member, page and 15 minutes.
  public func noteLook(actor: Actor, page: String, subject: String, in workspace: Workspace.ID) {
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

  /// Notes that somebody gave a wrong password for a member. Does not wait: an answer that took longer for an address
  /// that is known would tell that it is.
  public func noteFailedLogin(of member: Member.ID) {
    write { transaction in
      try transaction.audit(.nobody, "login.fail", everywhereOf: member)
    } done: { _ in
    }
  }
}
