import Foundation
public import Rollcall
import SQL

/// The duty rules of single people, as JSON in their rows.
enum DutyRules {
  static func decode(_ document: String) throws -> DutyRule {
    try JSONDecoder().decode(DutyRule.self, from: Data(document.utf8))
  }

  static func encode(_ rule: DutyRule) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(rule), as: UTF8.self)
  }

  static func find(_ id: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws -> DutyRule? {
    try db.first(
      "SELECT duty_rule FROM responder WHERE workspace_id = \(workspace) AND id = \(id) AND duty_rule IS NOT NULL",
      as: String.self
    ).map(decode)
  }
}

extension LivenessStore {
  /// The duty rule of one person; `nil` = their profile's, or that of the kind of phone. Blocks.
  public func dutyRule(of id: Responder.ID, in workspace: Workspace.ID) throws(StoreError) -> DutyRule? {
    try read { try DutyRules.find(id, in: workspace, $0) }
  }

  /// Gives people a duty rule of their own, all or none; `nil` = their profile's again. Blocks.
  ///
  /// - Throws: `notFound`; `invalid` with everything that is wrong with the rule.
  public func setDutyRule(
    _ rule: DutyRule?, of people: [Responder.ID], in scope: Scope
  ) throws(StoreError) {
    let problems = rule?.problems() ?? []
    guard problems.isEmpty else { throw .invalid(problems.joined(separator: "; ")) }
    try write(scope) { transaction in
      for id in people {
        try transaction.liveness.setDutyRule(rule, of: id, in: scope.workspace, by: scope.actor)
      }
    }
  }

  /// The same for one person by the workspace's name, from the command line. Blocks.
  public func setDutyRule(
    _ rule: DutyRule?, of id: Responder.ID, slug: String
  ) throws(StoreError) {
    let problems = rule?.problems() ?? []
    guard problems.isEmpty else { throw .invalid(problems.joined(separator: "; ")) }
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      try transaction.liveness.setDutyRule(rule, of: id, in: workspace.id, by: .commandLine)
    }
  }
}

extension LivenessWrites {
  fileprivate func setDutyRule(
    _ rule: DutyRule?, of id: Responder.ID, in workspace: Workspace.ID, by actor: Actor
  ) throws {
    _ = try Responders.findUnerased(id, in: workspace, db)
    let old = try DutyRules.find(id, in: workspace, db)
    guard old != rule else { return }
    // What came due under the old hours happens before the new ones hold.
    var state = try state(of: id, in: workspace)
    state.settle(until: now)
    try save(state)
    try db.run(
      """
      UPDATE responder SET duty_rule = \(try rule.map(DutyRules.encode))
      WHERE workspace_id = \(workspace) AND id = \(id)
      """)
    transaction.fleet.reload(id, in: workspace)
    try transaction.audit(
      actor, "duty-rule.set", subject: "responder \(id.rawValue)",
      change: AuditChange(DutyRule.values(old), DutyRule.values(rule)), in: workspace)
  }
}
