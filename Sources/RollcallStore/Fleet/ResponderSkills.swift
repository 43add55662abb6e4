public import Rollcall
import SQL

extension SkillList {
  /// Reads what a person wrote, or what is stored of it.
  ///
  /// - Throws: `StoreError.invalid`.
  init(written text: String) throws {
    guard let list = SkillList(text: text) else {
      throw StoreError.invalid(
        """
        skills are up to \(SkillList.limit) different words of at most \(Skill.wordLimit) bytes, each with or \
        without its last day: medic;boat=2027-03-31
        """)
    }
    self = list
  }
}

extension FleetStore {
  /// Replaces the skills of a person. Blocks.
  ///
  /// - Parameter text: `medic;boat=2027-03-31`; empty takes all away.
  /// - Throws: `notFound`, for an erased person, too; `invalid` for a text that is no list of skills.
  public func setSkills(_ text: String, of id: Responder.ID, in scope: Scope) throws(StoreError) {
    try write(scope) { transaction in
      let (db, workspace) = (transaction.db, scope.workspace)
      let old = try Responders.findUnerased(id, in: workspace, db)
      var new = old
      new.skills = try SkillList(written: text)
      guard new != old else { return }
      try db.run(
        "UPDATE responder SET skills = \(new.skills.text) WHERE workspace_id = \(workspace) AND id = \(id)")
      transaction.fleet.reload(id, in: workspace)
      try transaction.audit(
        scope.actor, "responder.set", subject: "responder \(id.rawValue)",
        detail: Responders.unsaid(old, new), in: workspace)
    }
  }
}
