public import Rollcall
import SQL

extension VisitStore {
  /// Adds an outlet. Blocks.
  ///
  /// - Throws: `invalid` for a bad value; `conflict` when its external id is taken.
  @discardableResult
  public func addOutlet(_ outlet: NewOutlet, in scope: Scope) throws(StoreError) -> Outlet {
    try outlet.require()
    return try write(scope) { transaction in
      let id = try transaction.visits.add(outlet, to: scope.workspace)
      return try noted("outlet.add", id, by: scope, transaction)
    }
  }

  /// Changes an outlet. What was judged of check-ins there stays as it was. Blocks.
  ///
  /// - Throws: `notFound`; `invalid` for a bad value; `conflict` when its external id is taken.
  @discardableResult
  public func changeOutlet(
    _ id: Outlet.ID, to outlet: NewOutlet, in scope: Scope
  ) throws(StoreError) -> Outlet {
    try outlet.require()
    return try write(scope) { transaction in
      guard let old = try Outlets.find(id, in: scope.workspace, transaction.db) else {
        throw StoreError.notFound("outlet \(id.rawValue)")
      }
      let wanted = Outlet(
        id: id, name: outlet.name, position: outlet.position, externalID: outlet.externalID,
        radius: outlet.radius)
      guard wanted != old else { return old }
      try transaction.visits.requireFree(outlet.externalID, in: scope.workspace, except: id)
      try transaction.db.run(
        """
        UPDATE outlet SET name = \(wanted.name), lat = \(wanted.position.latitude),
          lng = \(wanted.position.longitude), external_id = \(wanted.externalID), radius_m = \(wanted.radius)
        WHERE workspace_id = \(scope.workspace) AND id = \(id)
        """)
      return try noted("outlet.set", id, by: scope, transaction)
    }
  }

  private func noted(
    _ action: String, _ id: Outlet.ID, by scope: Scope, _ transaction: WriteTransaction
  ) throws -> Outlet {
    store.fleet.forgetGround(of: scope.workspace, transaction)
    try transaction.audit(
      scope.actor, action, subject: "outlet \(id.rawValue)", in: scope.workspace)
    guard let stored = try Outlets.find(id, in: scope.workspace, transaction.db) else {
      throw StoreError.notFound("outlet \(id.rawValue)")
    }
    return stored
  }
}

extension NewOutlet {
  fileprivate func require() throws(StoreError) {
    guard name.hasBytes(NameLimits.name), !name.hasControlCharacters else {
      throw .invalid("A name is \(NameLimits.words(NameLimits.name)), on one line.")
    }
    if let externalID, !(1...128).contains(externalID.utf8.count) || externalID.hasControlCharacters {
      throw .invalid("An external id is \(NameLimits.words(1...128)), on one line.")
    }
    guard Self.radii.contains(radius) else { throw .invalid("A radius is 1 to 10,000 metres.") }
  }
}

extension VisitWrites {
  /// - Throws: `conflict` when another outlet has the external id.
  func requireFree(
    _ code: String?, in workspace: Workspace.ID, except id: Outlet.ID? = nil
  ) throws {
    let name = try db.first(
      """
      SELECT name FROM outlet WHERE workspace_id = \(workspace) AND external_id = \(code)
        AND (\(id) IS NULL OR id <> \(id))
      """, as: String.self)
    if let name { throw StoreError.conflict("\(code ?? "") is \(name) already.") }
  }
}
