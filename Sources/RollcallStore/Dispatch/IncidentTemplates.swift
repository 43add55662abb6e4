public import Rollcall
package import SQL

extension DispatchStore {
  /// The templates of a workspace, by name. Blocks.
  public func templates(of workspace: Workspace.ID) throws(StoreError) -> [IncidentTemplate] {
    try read { db in
      try db.all("SELECT * FROM incident_template WHERE workspace_id = \(workspace) ORDER BY name, id")
    }
  }

  /// Adds a template, or changes one.
  ///
  /// - Parameter id: the one to change; `nil` = a new one.
  /// - Returns: its id.
  /// - Throws: `invalid` for a name that cannot be used; `notFound`; `conflict` when there is another of that
  ///   name, or there are too many.
  @discardableResult
  public func save(
    _ draft: IncidentTemplate.Draft, as id: IncidentTemplate.ID?, in scope: Scope
  ) throws(StoreError) -> IncidentTemplate.ID {
    guard draft.name.hasBytes(NameLimits.short), !draft.name.hasControlCharacters else {
      throw .invalid("A name is \(NameLimits.words(NameLimits.short)), on one line")
    }
    return try write(scope) {
      try TemplateWrites(transaction: $0).save(draft, as: id, by: scope.actor, in: scope.workspace)
    }
  }

  /// Removes a template.
  ///
  /// - Throws: `notFound`.
  public func removeTemplate(_ id: IncidentTemplate.ID, in scope: Scope) throws(StoreError) {
    try write(scope) { transaction in
      let changed = try transaction.db.run(
        "DELETE FROM incident_template WHERE workspace_id = \(scope.workspace) AND id = \(id)")
      guard changed > 0 else { throw StoreError.notFound("template \(id.rawValue)") }
      try transaction.audit(
        scope.actor, "template.remove", subject: "template \(id.rawValue)", in: scope.workspace)
    }
  }
}

/// Templates as they are written.
private struct TemplateWrites: TransactionPart {
  let transaction: WriteTransaction

  func save(
    _ draft: IncidentTemplate.Draft, as id: IncidentTemplate.ID?, by actor: Actor, in workspace: Workspace.ID
  ) throws -> IncidentTemplate.ID {
    let isTaken = try db.exists(
      """
      SELECT 1 FROM incident_template
      WHERE workspace_id = \(workspace) AND name = \(draft.name) AND id <> \(id?.rawValue ?? 0)
      """)
    if isTaken { throw StoreError.conflict("There is a template of this name already") }
    let saved = try id.map { try change($0, draft, in: workspace) } ?? add(draft, in: workspace)
    try transaction.audit(
      actor, id == nil ? "template.add" : "template.set", subject: "template \(saved.rawValue)",
      detail: "\(draft.severity.rawValue), \(draft.needs.words)", in: workspace)
    return saved
  }

  private func add(_ draft: IncidentTemplate.Draft, in workspace: Workspace.ID) throws -> IncidentTemplate.ID
  {
    let count = try db.first(
      "SELECT count(*) FROM incident_template WHERE workspace_id = \(workspace)", as: Int.self)
    guard count ?? 0 < IncidentTemplate.limit else {
      throw StoreError.conflict("There are \(IncidentTemplate.limit) templates already: remove one")
    }
    let id: IncidentTemplate.ID = try transaction.next(.incidentTemplate)
    try db.run(
      """
      INSERT INTO incident_template (workspace_id, id, name, title, severity, needs, notes)
      VALUES (\(workspace), \(id), \(draft.name), \(draft.title), \(draft.severity), \(draft.needs.text),
        \(draft.notes))
      """)
    return id
  }

  private func change(
    _ id: IncidentTemplate.ID, _ draft: IncidentTemplate.Draft, in workspace: Workspace.ID
  ) throws -> IncidentTemplate.ID {
    let changed = try db.run(
      """
      UPDATE incident_template SET name = \(draft.name), title = \(draft.title), severity = \(draft.severity),
        needs = \(draft.needs.text), notes = \(draft.notes)
      WHERE workspace_id = \(workspace) AND id = \(id)
      """)
    guard changed > 0 else { throw StoreError.notFound("template \(id.rawValue)") }
    return id
  }
}

extension IncidentTemplate: FetchableRecord {
  package init(row: Row) throws {
    self.init(
      id: try row["id"],
      draft: Draft(
        name: try row["name"], title: try row["title"], severity: try row["severity"],
        needs: try Needs(row["needs"]), notes: try row["notes"]))
  }
}
