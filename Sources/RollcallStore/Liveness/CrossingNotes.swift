package import Rollcall
package import SQL

extension LivenessWrites {
  /// Records the crossings that the fixes of an upload prove. Fixes of times already judged are left for a
  /// review.
  func noteCrossings(_ fixes: [ProvingFix], of state: inout ResponderState) throws {
    guard !fixes.isEmpty else { return }
    let ground = try memory.ground(of: state.workspace, db)
    guard !ground.isEmpty else { return }
    var presence = try state.presence ?? lastPresence(of: state)
    try noteLate(fixes.filter { fix in presence.judgedUntil.map { fix.at < $0 } ?? false }, of: state)
    for fix in fixes.sorted(by: { $0.at < $1.at }) {
      for crossing in presence.record(fix.position, accuracy: fix.accuracy, at: fix.at, on: ground) {
        try insert(crossing, of: state.id, in: state.workspace)
      }
    }
    state.presence = presence
  }

  /// Presence after a restart: the last crossing of each place says whether they are in it.
  private func lastPresence(of state: ResponderState) throws -> Presence {
    let record = try Crossing.record(of: state.id, in: state.workspace, db)
    // The latest fix was judged, and only moves forward.
    let until = [record.last?.at, state.latest?.effective].compactMap { $0 }.max()
    return Presence(inside: record.inside, judgedUntil: until)
  }

  func insert(_ crossing: Crossing, of responder: Responder.ID, in workspace: Workspace.ID) throws {
    let place = crossing.place.columns
    try db.run(
      """
      INSERT INTO crossing (workspace_id, id, responder_id, region, outlet_id, is_entry, effective_at, received_at)
      VALUES (\(workspace), \(try transaction.next(.crossing, as: Int64.self)), \(responder), \(place.region), \(place.outlet),
        \(crossing.isEntry), \(crossing.at), \(now))
      """)
  }

  func delete(_ crossing: Crossing, of responder: Responder.ID, in workspace: Workspace.ID) throws {
    let place = crossing.place.columns
    try db.run(
      """
      DELETE FROM crossing
      WHERE workspace_id = \(workspace) AND responder_id = \(responder) AND effective_at = \(crossing.at)
        AND region IS NOT DISTINCT FROM \(place.region) AND outlet_id IS NOT DISTINCT FROM \(place.outlet)
        AND is_entry = \(crossing.isEntry)
      """)
  }
}

extension Crossing {
  /// A person's recorded crossings, ascending.
  static func record(
    of responder: Responder.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> [Crossing] {
    try db.all(
      """
      SELECT region, outlet_id, is_entry, effective_at FROM crossing
      WHERE workspace_id = \(workspace) AND responder_id = \(responder) ORDER BY effective_at, id
      """)
  }
}

extension Crossing: FetchableRecord {
  /// From a row of `crossing`.
  package init(row: Row) throws {
    self.init(
      place: try MarkedPlace(region: row["region"], outlet: row["outlet_id"]), isEntry: try row["is_entry"],
      at: try row["effective_at"])
  }
}

extension Collection<Crossing> {
  /// The places that a person is in after them: the last crossing of each place decides.
  var inside: Set<MarkedPlace> {
    reduce(into: []) { inside, crossing in
      if crossing.isEntry { inside.insert(crossing.place) } else { inside.remove(crossing.place) }
    }
  }
}
