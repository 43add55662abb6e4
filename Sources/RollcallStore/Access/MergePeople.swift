public import Rollcall
import SQL

/// Who was merged into whom.
public struct PersonMerges: Equatable, Sendable {
  /// Whom this record was merged into; `nil` = nobody.
  public let into: Responder.ID?
  /// The records that were merged into this one, by id.
  public let from: [Responder.ID]
}

extension PhoneStore {
  /// Merges a second record of a person into the one that is kept: it gets what it lacks of number, region, external id and
  /// skills. The duplicate becomes inactive, which ends the sessions of its phones, and keeps its history: what was known
  /// then is not rewritten. Blocks.
  ///
  /// - Throws: `notFound`, for erased people, too; `conflict` while the duplicate has an offer or an incident; `invalid` for
  ///   one person twice, or more skills than a person may have.
  public func merge(
    _ duplicate: Responder.ID, into kept: Responder.ID, in scope: Scope
  ) throws(StoreError) {
    guard duplicate != kept else { throw .invalid("A person is not merged into themselves") }
    try write(scope) { transaction in
      let db = transaction.db
      guard let workspace = try Workspaces.find(scope.workspace, db) else {
        throw StoreError.notFound("workspace")
      }
      let old = try Responders.findUnerased(duplicate, in: workspace.id, db)
      guard try Responders.findUnerased(kept, in: workspace.id, db).isActive else {
        throw StoreError.conflict("Whoever is kept has to be active")
      }
      let isBusy = store.boards.entry(of: duplicate, in: workspace.id)?.errand != nil
      guard !isBusy else { throw StoreError.conflict("The duplicate has an offer or an incident") }
      try transaction.phones.setActive(
        false, duplicate, in: workspace.id, by: scope.actor, sessions: store.sessions,
        adapters: store.adapters)
      // A number and an external id are one person's.
      _ = try transaction.fleet.change(duplicate, in: workspace, by: scope.actor) {
        ($0.phone, $0.externalID) = (nil, nil)
      }
      _ = try transaction.fleet.change(kept, in: workspace, by: scope.actor) { $0.complete(from: old) }
      try db.run(
        """
        UPDATE responder SET merged_into = \(kept)
        WHERE workspace_id = \(workspace.id) AND (id = \(duplicate) OR merged_into = \(duplicate))
        """)
      try transaction.audit(
        scope.actor, "responder.merge", subject: "responder \(kept.rawValue)",
        detail: "responder \(duplicate.rawValue)", in: workspace.id)
    }
  }

  /// Whom a record was merged into, and which were merged into it. Blocks.
  public func merges(of id: Responder.ID, in workspace: Workspace.ID) throws(StoreError) -> PersonMerges {
    try read { db in
      let into: Responder.ID?? = try db.first(
        "SELECT merged_into FROM responder WHERE workspace_id = \(workspace) AND id = \(id)"
      ) { try $0["merged_into"] }
      let from = try db.all(
        "SELECT id FROM responder WHERE workspace_id = \(workspace) AND merged_into = \(id) ORDER BY id"
      ) { try $0["id"] as Responder.ID }
      return PersonMerges(into: into ?? nil, from: from)
    }
  }
}

extension NewResponder {
  /// Takes what is missing from another record of the same person.
  fileprivate mutating func complete(from other: Responder) {
    phone = phone ?? other.phone
    region = region ?? other.region
    externalID = externalID ?? other.externalID
    let known = Set(SkillList(text: skills)?.skills.map(\.key) ?? [])
    let more = other.skills.skills.filter { !known.contains($0.key) }
    guard !more.isEmpty else { return }
    skills = ([skills] + more.map { skill in skill.until.map { "\(skill.word)=\($0.isoDay)" } ?? skill.word })
      .filter { !$0.isEmpty }.joined(separator: ";")
  }
}
