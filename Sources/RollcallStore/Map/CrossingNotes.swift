import GRDB
import Rollcall

/// A fix that may prove where somebody is.
struct ProvingFix {
  var at: Timestamp
  var position: Position
  var accuracy: Double?

  /// What makes a position say nothing about where somebody is.
  private static let doubts: DoubtFlags = [
    .mock, .speed, .nullIsland, .invalidFix, .accuracy, .sequenceConflict, .networkCountry,
  ]

  /// The fix of a ping; `nil` when it is in doubt, or only the server timed it.
  init?(_ ping: Ping, _ time: FixTime) {
    guard time.source != .server, time.flags.isDisjoint(with: Self.doubts) else { return nil }
    // A position from the phone's cache is as old as the phone says.
    at = ping.taken(effective: time.effective)
    (position, accuracy) = (ping.position, ping.accuracy)
  }
}

extension WriteTransaction {
  /// Writes which borders the fixes of an upload prove to have been crossed, whatever order they came in.
  func noteCrossings(_ fixes: [ProvingFix], of state: inout ResponderState) throws {
    guard !fixes.isEmpty else { return }
    let ground = try memory.ground(of: state.workspace, db)
    guard !ground.isEmpty else { return }
    var presence = try state.presence ?? lastPresence(of: state)
    for fix in fixes.sorted(by: { $0.at < $1.at }) {
      for crossing in presence.note(fix.position, accuracy: fix.accuracy, at: fix.at, on: ground) {
        try insert(crossing, of: state)
      }
    }
    state.presence = presence
  }

  /// What a restart has forgotten: the last crossing of each place says whether they are in it.
  private func lastPresence(of state: ResponderState) throws -> Presence {
    var inside: Set<MarkedPlace> = []
    var until: Timestamp?
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT region, outlet_id, is_entry, effective_at FROM crossing WHERE responder_id = ?
          ORDER BY effective_at, id
          """), arguments: [state.id.rawValue])
    while let row = try rows.next() {
      guard let place = MarkedPlace(region: row[0], outlet: row[1]) else { continue }
      if row[2] { inside.insert(place) } else { inside.remove(place) }
      until = Timestamp(milliseconds: row[3])
    }
    // The latest fix was judged, and only moves forward.
    return Presence(inside: inside, judgedUntil: [until, state.latest?.effective].compactMap { $0 }.max())
  }

  private func insert(_ crossing: Crossing, of state: ResponderState) throws {
    let place = crossing.place.columns
    try db.cachedStatement(
      sql: """
        INSERT INTO crossing (workspace_id, responder_id, region, outlet_id, is_entry, effective_at, received_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      state.workspace.rawValue, state.id.rawValue, place.region, place.outlet, crossing.isEntry,
      crossing.at.milliseconds, now.milliseconds,
    ])
  }
}

extension Store {
  /// The regions or outlets of a workspace have changed: the next fix is judged by what there is now.
  func forgetGround(of workspace: Workspace.ID, _ transaction: WriteTransaction) {
    transaction.memory.forgetGround(of: workspace)
    transaction.afterCommit { [regionShapes] in regionShapes.forget(workspace) }
  }
}

extension MarkedPlace {
  /// The place of a row; `nil` when it names none.
  init?(region: String?, outlet: Int64?) {
    switch (region, outlet) {
    case (let region?, nil): self = .region(region)
    case (nil, let outlet?): self = .outlet(Outlet.ID(outlet))
    default: return nil
    }
  }

  /// The columns of a row.
  fileprivate var columns: (region: String?, outlet: Int64?) {
    switch self {
    case .region(let name): (name, nil)
    case .outlet(let id): (nil, id.rawValue)
    }
  }
}

extension MarkedGround {
  /// What there is in a workspace. A region whose geometry cannot be read is left out.
  init(of workspace: Workspace.ID, version: Int64, _ db: Database) throws {
    let regions = try MappedRegion.all(of: workspace, db)
    let outlets = try Row.fetchAll(
      db, sql: "SELECT * FROM outlet WHERE workspace_id = ?", arguments: [workspace.rawValue])
    self.init(
      regions: regions.map { ($0.name, $0.shape) }, outlets: outlets.compactMap(Outlets.outlet),
      version: version)
  }
}
